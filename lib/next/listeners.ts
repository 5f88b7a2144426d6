import type { RequestListener } from "node:http";

export const API_PREFIX = "/api";

export const CHECKOUT_EVENTS = "/checkout/events";

/** Of requests that the server keeps from Next. */
type Listeners = { api: RequestListener; live: RequestListener };

const HOLDER = Symbol.for("bankside.listeners");

// Next's bundles and the server share no modules.
function published(): PromiseWithResolvers<Listeners> {
  const holder = globalThis as typeof globalThis & {
    [HOLDER]?: PromiseWithResolvers<Listeners>;
  };
  holder[HOLDER] ??= Promise.withResolvers();
  return holder[HOLDER];
}

export function publishListeners(listeners: Listeners): void {
  published().resolve(listeners);
}

/** Resolves once Next has started. */
export const publishedListeners = (): Promise<Listeners> => published().promise;
