/** What a member may do, from the least to the most; each may all that those before may. */
export const ROLES = ["viewer", "developer", "owner"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Tells whether `role` is enough where `needed` is asked for. Viewers see, developers also set up the integration and
 * act on payments, owners also decide on the business: who is paid, how it looks, who belongs to it.
 */
export function allows(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
