/** Version of the API, its events and its addresses; docs/versions.md says what may change within it. */
export const API_VERSION = "1";
