/** What a key may do that was created for it alone. */
export const SCOPES = ["statements", "refund"] as const;
export type Scope = (typeof SCOPES)[number];
