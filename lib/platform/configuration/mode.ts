/** Never mixed. */
export const MODES = ["test", "live"] as const;
export type Mode = (typeof MODES)[number];
