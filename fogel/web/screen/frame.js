import { set } from "./screen.js";

/* Inside the book or a notebook: its light or dark, and a frame as high as the page. */
export function settleInFrame() {
  if (window.parent === window) return;
  document.documentElement.classList.add("framed");
  try {
    const host = window.parent.document;
    const follow = () => set(document.documentElement, { "data-theme": themeOf(host) });
    const observer = new MutationObserver(follow);
    const about = { attributeFilter: ["data-theme", "data-jp-theme-light"] };
    observer.observe(host.documentElement, about);
    if (host.body) observer.observe(host.body, about);
    follow();
    const fit = () => {
      window.frameElement.style.height = `${Math.ceil(document.body.getBoundingClientRect().height)}px`;
    };
    new ResizeObserver(fit).observe(document.body);
    document.documentElement.classList.add("fitted");
  } catch {
    // a page of another origin: it keeps its secrets, and the frame its height
  }
}

function themeOf(host) {
  const { theme } = host.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return { true: "light", false: "dark" }[host.body?.dataset.jpThemeLight] ?? null;
}
