let locks = 0;
let undo = () => {};

/** The result unlocks; call it once. Safari on iOS scrolls pages with hidden overflow, so the body is pinned. */
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
    // Keeps the scroll bar's space.
    ["overflow-y", hasBar ? "scroll" : "hidden"],
  ];
  const before = pinned.map(([name]) => [name, style.getPropertyValue(name)] as const);
  for (const [name, value] of pinned) style.setProperty(name, value);
  return () => {
    for (const [name, value] of before) style.setProperty(name, value);
    window.scrollTo({ left, top, behavior: "instant" });
  };
}
