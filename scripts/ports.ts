const BASE = Number(process.env["E2E_PORT"] || 3210);

/** The app, and another server on its database. */
export const APP_PORT = BASE;
export const FIRST_PORT = BASE + 1;
/** A test stops this server and removes its database. */
export const PASSING_PORT = BASE + 2;
/** A test moves this server's clock and receives its webhooks. */
export const CLOCK_PORT = BASE + 3;
export const HOOK_PORT = BASE + 4;
/** Serves one build after the other. */
export const UPGRADED_PORT = BASE + 5;
/** Receives malformed requests. */
export const NASTY_PORT = BASE + 6;
export const START_PORT = BASE + 7;
/** The example projects: a shop, and an app's server. */
export const EXAMPLE_SHOP_PORT = BASE + 8;
export const EXAMPLE_APP_PORT = BASE + 9;
/** A test is the OpenID provider of `first`. */
export const OIDC_PORT = BASE + 10;
/** A test is the provider of `app`'s feeds. */
export const FEED_PORT = BASE + 11;
