import { AsyncLocalStorage } from "node:async_hooks";

type Scope = {
  isOutage: boolean;
  isUnreadable: boolean;
  isGone: boolean;
  kept: Map<string, unknown>;
};

const HOLDER = Symbol.for("bankside.request");

// The server and the pages are bundled apart, and share what belongs to one request.
function scopes(): AsyncLocalStorage<Scope> {
  const holder = globalThis as typeof globalThis & { [HOLDER]?: AsyncLocalStorage<Scope> };
  holder[HOLDER] ??= new AsyncLocalStorage();
  return holder[HOLDER];
}

/** Runs the work for one request; `isOutage` returns whether {@link noteOutage} was called within it. */
export function inRequestScope(work: (isOutage: () => boolean) => void): void {
  const scope = { isOutage: false, isUnreadable: false, isGone: false, kept: new Map() };
  scopes().run(scope, () => work(() => scope.isOutage));
}

/** Turns the response to the current request into a 503: the database does not work. */
export function noteOutage(): void {
  const scope = scopes().getStore();
  if (scope) scope.isOutage = true;
}

/** Whether {@link noteOutage} was called for the current request. */
export function isOutageNoted(): boolean {
  return scopes().getStore()?.isOutage ?? false;
}

/** Turns a 500 for the current request into a 400: what the client sent can't be read. */
export function noteUnreadable(): void {
  const scope = scopes().getStore();
  if (scope) scope.isUnreadable = true;
}

/** Whether {@link noteUnreadable} was called for the current request. */
export function isUnreadableNoted(): boolean {
  return scopes().getStore()?.isUnreadable ?? false;
}

/** Turns the 200 of the current request into a 410: its page says what was here, and is no more. */
export function noteGone(): void {
  const scope = scopes().getStore();
  if (scope) scope.isGone = true;
}

/** Whether {@link noteGone} was called for the current request. */
export function isGoneNoted(): boolean {
  return scopes().getStore()?.isGone ?? false;
}

/** Keeps something for a later part of the current request; does nothing outside of {@link inRequestScope}. */
export function keepForRequest(key: string, value: unknown): void {
  scopes().getStore()?.kept.set(key, value);
}

/** What {@link keepForRequest} kept in the current request. */
export function keptForRequest(key: string): unknown {
  return scopes().getStore()?.kept.get(key);
}
