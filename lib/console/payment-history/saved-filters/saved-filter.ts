/** `query`: of the list's URL, without its mode. */
export type SavedFilter = { id: string; name: string; query: string };
