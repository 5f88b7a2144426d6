import type { RequestListener } from "node:http";

/** Where the API is on this site. */
export const API_PREFIX = "/api";

const HOLDER = Symbol.for("bankside.api-listener");

// Next's bundles and the server around them share no modules.
function published(): PromiseWithResolvers<RequestListener> {
  const holder = globalThis as typeof globalThis & {
    [HOLDER]?: PromiseWithResolvers<RequestListener>;
  };
  holder[HOLDER] ??= Promise.withResolvers();
  return holder[HOLDER];
}

/** Offers the API to the server of this process. */
export function publishApi(listener: RequestListener): void {
  published().resolve(listener);
}

/** The API of this process, as soon as Next has started it. */
export const publishedApi = (): Promise<RequestListener> => published().promise;
