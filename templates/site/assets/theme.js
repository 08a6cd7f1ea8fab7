// Runs before the page is drawn, so that it has the chosen colors from the start.
let theme = null;
try {
  theme = localStorage.getItem("theme");
} catch {
  // Without storage the choice lasts for one page.
}
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
