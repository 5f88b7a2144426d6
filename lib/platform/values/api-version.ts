/** docs/versions.md lists what may change within a version. */
export const API_VERSION = "1";
