/**
 * Calls back for every press of Escape that nothing in the page has a use for. Where the focus is in something that was folded
 * open, Escape folds that.
 */
export function hearEscape(onEscape: () => void): void {
  // On the window, so that whatever in the page uses the key was asked first.
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
