// Sets the chosen theme before the page is drawn, so that it does not flash. This is a plain
// script in the head; the switch itself is in common.js.

(() => {
  try {
    const kept = localStorage.getItem("theme");
    if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  } catch {
    // Without storage the page follows the system.
  }
})();
