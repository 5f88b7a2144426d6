const BASE = Number(process.env["E2E_PORT"] || 3210);

/** The app, and another server on its database. */
export const APP_PORT = BASE;
export const FIRST_PORT = BASE + 1;
/** A server that a test stops, and whose database it takes away. */
export const PASSING_PORT = BASE + 2;
/** A server whose time a test moves, and where its webhooks go. */
export const CLOCK_PORT = BASE + 3;
export const HOOK_PORT = BASE + 4;
/** A server that one build serves after the other. */
export const UPGRADED_PORT = BASE + 5;
/** A server that is sent what no browser sends. */
export const NASTY_PORT = BASE + 6;
/** Of a site that `npm start` starts. */
export const START_PORT = BASE + 7;
