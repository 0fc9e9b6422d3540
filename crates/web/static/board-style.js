// The style sheet of the board component. The colours of squares, men and highlights are the same
// in the light and the dark theme; the letters and numbers beside the board are the page's.

export const STYLE = `
:host { display: block; user-select: none; -webkit-user-select: none; }
.whole { display: grid; grid-template-columns: 1.1rem minmax(0, 1fr); }
.labels { display: grid; place-items: center; font-size: .75rem; line-height: 1.1rem;
  color: var(--muted, #57606b); }
.ranks { grid-template-rows: repeat(8, 1fr); justify-items: start; padding-left: 2px; }
.files { grid-template-columns: repeat(8, 1fr); grid-column: 2; }
.frame { position: relative; container-type: inline-size; }
:host([active]) .frame { touch-action: none; }
.grid { display: grid; grid-template: repeat(8, 1fr) / repeat(8, 1fr); aspect-ratio: 1;
  border-radius: 6px; overflow: hidden; }
.row { display: contents; }
.square { position: relative; border: 0; padding: 0; margin: 0; font: inherit; outline: none;
  background: #f0e6d6; min-width: 0; min-height: 0; cursor: default;
  -webkit-tap-highlight-color: transparent; }
.square.dark { background: #bd9c7d; }
.square.last::before, .square.from::before, .square.pre::before, .square.check::before,
.square.flash::before { content: ""; position: absolute; inset: 0; background: #f2c2306e; }
.square.from::before { background: #4f9d6f99; }
.square.pre::before { background: #5b94dd99; }
.square.check::before { background: radial-gradient(#e0322fd0 25%, #e0322f30 75%); }
.square.flash::before { background: #e8632fb0; }
.square.refused::after { content: ""; position: absolute; inset: 0;
  background: repeating-linear-gradient(45deg, #8c2f2f80 0 4%, transparent 4% 12%); }
.square.target::after { content: ""; position: absolute; left: 50%; top: 50%; width: 28%;
  height: 28%; transform: translate(-50%, -50%); border-radius: 50%; background: #1f232873; }
.square.target.full::after { width: 92%; height: 92%; background: none;
  border: calc(100cqw / 90) solid #1f232880; box-sizing: border-box; }
.square.over { box-shadow: inset 0 0 0 calc(100cqw / 120) #2f7d4f; }
.square:focus-visible { box-shadow: inset 0 0 0 3px #0b4fb3, inset 0 0 0 5px #fff; z-index: 3; }
.square.movable { cursor: grab; }
.square.gliding { z-index: 2; }
.man { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
.man.ghost { opacity: .5; }
.man.held { z-index: 9; width: 12.5%; height: auto; aspect-ratio: 1; inset: auto;
  filter: drop-shadow(0 2px 3px #0006); }
.square.lifted .man { opacity: .35; }
.arrows { position: absolute; inset: 0; pointer-events: none; z-index: 4; }
.arrow { stroke: #1f6f45; fill: #1f6f45; opacity: .8; }
.arrow.second { stroke: #2a66b0; fill: #2a66b0; opacity: .6; }
.arrow.drawn { stroke: #b5471d; fill: #b5471d; }
.chooser { position: absolute; z-index: 10; display: flex; flex-direction: column; width: 12.5%;
  background: #fff; box-shadow: 0 2px 12px #0009; border-radius: 4px; }
.chooser button { aspect-ratio: 1; border: 0; padding: 0; background: none; position: relative;
  cursor: pointer; border-radius: 4px; }
.chooser button:focus-visible, .chooser button:hover { background: #f6d97a;
  outline: 2px solid #0b4fb3; outline-offset: -2px; }
.speech { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (prefers-reduced-motion: no-preference) {
  .square.flash::before { animation: flash .5s ease-in-out 3 alternate; }
  @keyframes flash { from { opacity: 1; } to { opacity: .25; } }
}
`;
