// On paper a page is light, whatever it is on a screen: a browser prints no background, and pale words would be lost.

{
  const page = document.documentElement;
  let theme = null;
  addEventListener("beforeprint", () => {
    theme = page.dataset.theme;
    page.dataset.theme = "light";
  });
  addEventListener("afterprint", () => {
    page.dataset.theme = theme;
  });
}
