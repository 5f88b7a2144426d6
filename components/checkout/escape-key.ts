/** Calls `onEscape` if nothing in the page handles the key. Inside open `details`, Escape closes them instead. */
export function hearEscape(onEscape: () => void): void {
  // On the window, so that handlers in the page run first.
  window.addEventListener("keydown", (event) => {
    const { key, target, repeat, isComposing, defaultPrevented } = event;
    if (key !== "Escape" || repeat || isComposing || defaultPrevented) return;
    const unfolded =
      target instanceof Element && target.closest<HTMLDetailsElement>("details[open]");
    if (!unfolded) return onEscape();
    unfolded.open = false;
    unfolded.querySelector("summary")?.focus();
  });
}
