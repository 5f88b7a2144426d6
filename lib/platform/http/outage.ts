import { AsyncLocalStorage } from "node:async_hooks";

type Mark = { isOutage: boolean; isUnreadable: boolean };

const HOLDER = Symbol.for("bankside.outage");

// The server notes for which request it works; the pages, bundled apart from it, tell what came of it.
function marks(): AsyncLocalStorage<Mark> {
  const holder = globalThis as typeof globalThis & { [HOLDER]?: AsyncLocalStorage<Mark> };
  holder[HOLDER] ??= new AsyncLocalStorage();
  return holder[HOLDER];
}

/** Runs the work for one request, which may ask whether {@link noteOutage} was called within it. */
export function watchForOutage(work: (isOutage: () => boolean) => void): void {
  const mark = { isOutage: false, isUnreadable: false };
  marks().run(mark, () => work(() => mark.isOutage));
}

/** Notes that the current request can't be answered because the database does not work: its answer becomes a 503. */
export function noteOutage(): void {
  const mark = marks().getStore();
  if (mark) mark.isOutage = true;
}

/** Whether {@link noteOutage} was called for the current request. */
export function isOutageNoted(): boolean {
  return marks().getStore()?.isOutage ?? false;
}

/** Notes that what the client of the current request sent can't be read: a 500 becomes a 400. */
export function noteUnreadable(): void {
  const mark = marks().getStore();
  if (mark) mark.isUnreadable = true;
}

/** Whether {@link noteUnreadable} was called for the current request. */
export function isUnreadableNoted(): boolean {
  return marks().getStore()?.isUnreadable ?? false;
}
