/** A tap's click comes some milliseconds after its release. */
const CLICK_MS = 100;
/** A release, or the next page, may never come. */
const PATIENCE_MS = 10_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let isLeaving = false;
let waiting: (() => void)[] = [];

/**
 * Runs `act` at once, or when the user's click is over. A control that is replaced or moved between press and release gets no click, and
 * a page that loads another takes the place of the one that the user asked for.
 */
export function afterClick(act: () => void): void {
  if (timer === undefined) act();
  else waiting.push(act);
}

export function watchClicks(): void {
  const press = ({ isPrimary, button }: PointerEvent) => {
    if (isPrimary && button === 0) hold(PATIENCE_MS);
  };
  const release = () => {
    if (timer !== undefined && !isLeaving) hold(CLICK_MS);
  };
  document.addEventListener("pointerdown", press, true);
  document.addEventListener("pointerup", release, true);
  document.addEventListener("pointercancel", release, true);
  // A button is clicked by the space bar's release.
  document.addEventListener("keydown", ({ key, repeat }) => {
    if (key === " " && !repeat) hold(PATIENCE_MS);
  });
  document.addEventListener("keyup", release);
  document.addEventListener("click", (event) => {
    if (!event.defaultPrevented && leaves(event)) leave();
  });
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) leave();
  });
  // Back from another app, which took the address.
  document.addEventListener("visibilitychange", () => {
    if (isLeaving && document.visibilityState === "visible") free();
  });
  // Back from the browser's store of left pages.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) free();
  });
}

/** Modified clicks open a link in a new tab or window. */
export function isModified({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey;
}

function leaves(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target === "_blank" || isModified(event)) return false;
  const [page] = window.location.href.split("#");
  return !link.href.startsWith(`${page}#`);
}

function leave(): void {
  isLeaving = true;
  hold(PATIENCE_MS);
}

function hold(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(free, ms);
}

function free(): void {
  clearTimeout(timer);
  timer = undefined;
  isLeaving = false;
  const acts = waiting;
  waiting = [];
  for (const act of acts) act();
}
