import type { RequestListener } from "node:http";

export const API_PREFIX = "/api";

const HOLDER = Symbol.for("bankside.api-listener");

// Next's bundles and the server share no modules.
function published(): PromiseWithResolvers<RequestListener> {
  const holder = globalThis as typeof globalThis & {
    [HOLDER]?: PromiseWithResolvers<RequestListener>;
  };
  holder[HOLDER] ??= Promise.withResolvers();
  return holder[HOLDER];
}

export function publishApi(listener: RequestListener): void {
  published().resolve(listener);
}

/** Resolves once Next has started the API. */
export const publishedApi = (): Promise<RequestListener> => published().promise;
