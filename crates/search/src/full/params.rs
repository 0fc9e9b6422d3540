//! Every switch and number of the full search, written once.
//!
//! Margins are on the scale of the evaluation, for which a hundred is supposed to be a small but
//! real advantage (a pawn, a disc). Depths are plies.

crate::parameters! {
    /// What can be set in the full search. Switches are 1 (on) or 0 (off).
    pub struct Params {
        /// The size of the transposition table in kilobytes.
        table_kilobytes "table-kilobytes" = 16_384, 1..=67_108_864;
        /// Switch: the transposition table answers nodes. Off, it only remembers moves.
        table_cut "table-cut" = 1, 0..=1;
        /// Switch: a table entry answers only a node of its own depth (or if it saw the whole tree), as minimax to a depth would.
        table_equal_depth "table-equal-depth" = 0, 0..=1;
        /// Switch: a node is cut by a child that the table knows to be bad for the opponent.
        child_cut "child-cut" = 1, 0..=1;
        /// Child cuts: the least depth.
        child_cut_depth "child-cut-depth" = 4, 1..=100;
        /// Nodes with less depth left than this neither ask nor fill the table.
        table_min_depth "table-min-depth" = 2, 0..=10;
        /// Switch: a position that occurred before on the path or in the game is a draw.
        repetition "repetition" = 1, 0..=1;
        /// Switch: a window beyond the soonest win or loss that is still possible is empty.
        win_distance "win-distance" = 1, 0..=1;
        /// How many plies deeper each iteration goes.
        deepening_step "deepening-step" = 1, 1..=4;
        /// Switch: narrow windows around the last iteration's value at the root.
        aspiration "aspiration" = 1, 0..=1;
        /// Aspiration: half the width of the first window.
        aspiration_width "aspiration-width" = 25, 1..=1_000_000;
        /// Aspiration: the least depth that uses it.
        aspiration_depth "aspiration-depth" = 4, 1..=1000;
        /// Aspiration: in hundredths, how much wider the window is after each failure.
        aspiration_growth "aspiration-growth" = 200, 101..=10_000;
        /// Switch: killer moves are tried before other quiet moves.
        killers "killers" = 1, 0..=1;
        /// Killers: what is added to their place in the order, on the scale of history.
        killer_bonus "killer-bonus" = 16_384, 0..=1_000_000;
        /// Look: from this depth on quiet moves are ordered by the evaluation after them too.
        look_depth "look-depth" = 100, 1..=100;
        /// Look: the weight of a point of evaluation, on the scale of history.
        look_weight "look-weight" = 16, 1..=1000;
        /// Switch: quiet moves that leave a threat come earlier, those that enter one later.
        escape_order "escape-order" = 1, 0..=1;
        /// Switch: unquiet moves come before quiet ones, those that lose in an exchange after them. Off, bonuses alone decide.
        exchange_order "exchange-order" = 1, 0..=1;
        /// Switch: moves that an adviser knows come even before the remembered one (if that is not `staged`).
        advice_first "advice-first" = 0, 0..=1;
        /// Switch: the remembered move is searched before the others are scored, and unquiet moves before quiet ones are generated.
        staged "staged" = 0, 0..=1;
        /// Switch: history orders moves.
        history "history" = 1, 0..=1;
        /// Switch: history orders unquiet moves too.
        noisy_history "noisy-history" = 1, 0..=1;
        /// Switch: history of moves in the context of those before.
        continuation_history "continuation-history" = 1, 0..=1;
        /// Continuation history: in how many contexts, of the moves 1, 2 and 4 plies before.
        continuation_contexts "continuation-contexts" = 2, 1..=3;
        /// History: what a cut-off is worth per ply of depth.
        history_slope "history-slope" = 170, 1..=10_000;
        /// History: the most that one cut-off is worth.
        history_most "history-most" = 1500, 1..=16_384;
        /// Switch: the error of the static evaluation is remembered by slow-changing structure.
        correction "correction" = 1, 0..=1;
        /// Switch: the error is remembered by the last two moves as well.
        correction_moves "correction-moves" = 0, 0..=1;
        /// Switch: a bound in the table that lies on the right side replaces the static evaluation.
        table_evaluation "table-evaluation" = 0, 0..=1;
        /// Switch: a node without a remembered move is searched one ply shallower.
        internal_reduction "internal-reduction" = 1, 0..=1;
        /// Internal reduction: the least depth that is reduced.
        internal_reduction_depth "internal-reduction-depth" = 4, 1..=100;
        /// Switch: where the evaluation has improved since our last move, less is left out and reduced.
        improving "improving" = 1, 0..=1;
        /// Switch: reverse futility, a node far above beta is cut without a search.
        reverse_futility "reverse-futility" = 1, 0..=1;
        /// Reverse futility: the largest depth.
        reverse_futility_depth "reverse-futility-depth" = 6, 1..=100;
        /// Reverse futility: margin per ply of depth.
        reverse_futility_margin "reverse-futility-margin" = 80, 0..=100_000;
        /// Switch: razoring, a node far below alpha goes straight to quiescence.
        razoring "razoring" = 1, 0..=1;
        /// Razoring: the largest depth.
        razoring_depth "razoring-depth" = 3, 1..=100;
        /// Razoring: margin per ply of depth.
        razoring_margin "razoring-margin" = 250, 0..=100_000;
        /// Switch: null move, a node that is above beta even after giving up a move is cut.
        null_move "null-move" = 1, 0..=1;
        /// Null move: the least depth.
        null_move_depth "null-move-depth" = 3, 1..=100;
        /// Null move: the reduction, in plies.
        null_move_reduction "null-move-reduction" = 3, 0..=20;
        /// Null move: one ply more of reduction per this much depth.
        null_move_divisor "null-move-divisor" = 4, 1..=100;
        /// Null move: one ply more of reduction (at most three) per this much above beta.
        null_move_margin "null-move-margin" = 200, 1..=100_000;
        /// Null move: from this depth on a cut is verified by a search without null moves.
        null_move_verification "null-move-verification" = 10, 1..=1000;
        /// Switch: ProbCut, a node is cut by an unquiet move that a shallow search holds far above beta.
        probcut "probcut" = 0, 0..=1;
        /// ProbCut: the least depth.
        probcut_depth "probcut-depth" = 5, 2..=100;
        /// ProbCut: how far above beta.
        probcut_margin "probcut-margin" = 180, 0..=100_000;
        /// Switch: late quiet moves are not searched at small depths.
        late_move_pruning "late-move-pruning" = 1, 0..=1;
        /// Late-move pruning: the largest depth.
        late_move_pruning_depth "late-move-pruning-depth" = 6, 1..=100;
        /// Late-move pruning: moves always searched, to which the square of the depth is added.
        late_move_pruning_base "late-move-pruning-base" = 4, 1..=1000;
        /// Switch: futility, history and exchange pruning go by the depth a move would be reduced to.
        reduced_pruning "reduced-pruning" = 0, 0..=1;
        /// Switch: quiet moves with a bad history are not searched at small depths.
        history_pruning "history-pruning" = 0, 0..=1;
        /// History pruning: the largest depth.
        history_pruning_depth "history-pruning-depth" = 4, 1..=100;
        /// History pruning: how bad per ply of depth.
        history_pruning_slope "history-pruning-slope" = 4000, 1..=100_000;
        /// Switch: futility, quiet moves are not searched where the evaluation is far below alpha.
        futility "futility" = 1, 0..=1;
        /// Futility: the largest depth.
        futility_depth "futility-depth" = 6, 1..=100;
        /// Futility: the margin without depth.
        futility_base "futility-base" = 90, 0..=100_000;
        /// Futility: the margin per ply of depth.
        futility_margin "futility-margin" = 90, 0..=100_000;
        /// Switch: quiet moves that force the opponent are not left out as late or hopeless.
        forcing_spared "forcing-spared" = 0, 0..=1;
        /// Switch: moves that lose much in an exchange are not searched at small depths.
        exchange_pruning "exchange-pruning" = 1, 0..=1;
        /// Exchange pruning: the largest depth.
        exchange_pruning_depth "exchange-pruning-depth" = 7, 1..=100;
        /// Exchange pruning: what a quiet move may lose per ply of depth.
        exchange_quiet "exchange-quiet" = 60, 0..=100_000;
        /// Exchange pruning: what a quiet move may lose per square of the depth.
        exchange_square "exchange-square" = 0, 0..=100_000;
        /// Exchange pruning: what a noisy move may lose per ply of depth.
        exchange_noisy "exchange-noisy" = 100, 0..=100_000;
        /// Switch: a quiet move that forces the opponent may lose as much as a noisy one.
        exchange_forcing "exchange-forcing" = 0, 0..=1;
        /// Switch: moves after the first are searched with a minimal window first. Off, every move has the whole window, and none is searched shallower.
        scout "scout" = 1, 0..=1;
        /// Switch: late moves are searched shallower first.
        late_move_reductions "late-move-reductions" = 1, 0..=1;
        /// Late-move reductions: the least depth.
        reduction_depth "reduction-depth" = 3, 1..=100;
        /// Late-move reductions: moves searched in full.
        reduction_moves "reduction-moves" = 2, 1..=1000;
        /// Late-move reductions: the constant part, in hundredths of a ply.
        reduction_base "reduction-base" = 60, 0..=1000;
        /// Late-move reductions: a ply for this many hundredths of ln(depth) times ln(move number).
        reduction_divisor "reduction-divisor" = 230, 10..=10_000;
        /// Late-move reductions: a ply less (or more) for this much history.
        reduction_history "reduction-history" = 8000, 100..=100_000;
        /// Switch: unquiet moves are reduced too, by their own history.
        reduction_noisy "reduction-noisy" = 0, 0..=1;
        /// Late-move reductions: plies less for a move that forces the opponent.
        reduction_forcing "reduction-forcing" = 0, 0..=10;
        /// Switch: how far a reduced move rises above the best decides how deep it is searched again.
        reduction_deeper "reduction-deeper" = 0, 0..=1;
        /// How far above the best it must rise, beside two points per ply of depth, for a ply more.
        reduction_deeper_margin "reduction-deeper-margin" = 40, 0..=100_000;
        /// Switch: late moves of the root are searched shallower first.
        root_reduction "root-reduction" = 0, 0..=1;
        /// Where an adviser knows some of the moves, the others are searched shallower first, by so many plies.
        advice_reduction "advice-reduction" = 0, 0..=10;
        /// Switch: after failing high at the root the next try is a ply shallower.
        aspiration_shallower "aspiration-shallower" = 0, 0..=1;
        /// Switch: a forced position is searched a ply deeper.
        forced_extension "forced-extension" = 1, 0..=1;
        /// Switch: a remembered move that is much better than all others is searched a ply deeper.
        singular_extension "singular-extension" = 1, 0..=1;
        /// Singular extension: the least depth.
        singular_depth "singular-depth" = 8, 4..=100;
        /// Singular extension: by how much per ply of depth the others must fall short.
        singular_margin "singular-margin" = 2, 0..=1000;
        /// Switch: two plies where the others fall short by more than a margin.
        singular_double "singular-double" = 0, 0..=1;
        /// Singular extension: that margin.
        singular_double_margin "singular-double-margin" = 20, 0..=100_000;
        /// Switch: where others reach beta too the node is cut, and a remembered move that is not singular is searched shallower.
        singular_negative "singular-negative" = 0, 0..=1;
        /// Switch: at the depth limit unquiet moves are searched on.
        quiescence "quiescence" = 1, 0..=1;
        /// Quiescence: plies past the depth limit.
        quiescence_plies "quiescence-plies" = 32, 0..=100;
        /// Switch: in quiescence a forced position has all its moves and may not stand pat.
        quiescence_forced "quiescence-forced" = 1, 0..=1;
        /// Switch: quiescence leaves out moves that lose in an exchange.
        quiescence_exchange "quiescence-exchange" = 1, 0..=1;
        /// Switch: quiescence asks and fills the table.
        quiescence_table "quiescence-table" = 0, 0..=1;
        /// Quiescence: in its first plies, so many, quiet moves that force the opponent are tried.
        quiescence_forcing "quiescence-forcing" = 0, 0..=100;
        /// Switch: quiescence leaves out moves whose exchange cannot bring it near alpha.
        quiescence_futility "quiescence-futility" = 0, 0..=1;
        /// Quiescence futility: how near.
        quiescence_margin "quiescence-margin" = 150, 0..=100_000;
    }
}

impl Params {
    /// The switches of what may change the value of a search to a depth. What remains on only
    /// changes the order in which nodes are visited, or leaves out what cannot matter.
    pub const UNSOUND: &'static [&'static str] = &[
        "repetition",
        "correction",
        "table-evaluation",
        "internal-reduction",
        "reverse-futility",
        "razoring",
        "null-move",
        "probcut",
        "history-pruning",
        "late-move-pruning",
        "futility",
        "exchange-pruning",
        "late-move-reductions",
        "root-reduction",
        "advice-reduction",
        "aspiration-shallower",
        "forced-extension",
        "singular-extension",
        "quiescence",
    ];

    /// Everything unsound off: the value is that of minimax to the same depth.
    #[must_use]
    pub fn exact() -> Params {
        let mut params = Params {
            table_equal_depth: 1,
            ..Params::default()
        };
        for name in Params::UNSOUND {
            params
                .set(name, 0)
                .expect("the list names switches of the table");
        }
        params
    }

    /// The switches: the parameters that are on or off.
    pub fn switches() -> impl Iterator<Item = &'static crate::Parameter> {
        Params::TABLE.iter().filter(|p| (p.min, p.max) == (0, 1))
    }
}
