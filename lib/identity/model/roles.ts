/** In ascending order: each role includes the previous ones. */
export const ROLES = ["viewer", "developer", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Developers also set up the integration and act on payments. Owners also decide on payouts, branding and members. */
export function allows(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
