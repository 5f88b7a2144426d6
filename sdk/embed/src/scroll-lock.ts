let locks = 0;
let undo = () => {};

/**
 * Keeps the page from scrolling behind a dialog until the result is called, once, and then brings it back to where it was. Safari on
 * iOS scrolls a page whose overflow is hidden, so the body is pinned where it stands.
 */
export function lockScroll(): () => void {
  if (locks++ === 0) undo = pinBody();
  return () => {
    if (--locks === 0) undo();
  };
}

function pinBody(): () => void {
  const { style } = document.body;
  const { scrollX: left, scrollY: top, innerWidth } = window;
  const hasBar = innerWidth > document.documentElement.clientWidth;
  const pinned: [string, string][] = [
    ["position", "fixed"],
    ["top", `${-top}px`],
    ["inset-inline", "0"],
    ["width", "auto"],
    // The room of a scroll bar stays, or the page would grow wider behind the dialog.
    ["overflow-y", hasBar ? "scroll" : "hidden"],
  ];
  const before = pinned.map(([name]) => [name, style.getPropertyValue(name)] as const);
  for (const [name, value] of pinned) style.setProperty(name, value);
  return () => {
    for (const [name, value] of before) style.setProperty(name, value);
    window.scrollTo({ left, top, behavior: "instant" });
  };
}
