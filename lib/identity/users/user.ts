import type { users } from "#lib/identity/schema.ts";

export type UserRow = typeof users.$inferSelect;

export type User = { id: `usr_${string}`; email: string; name: string; hasTotp: boolean };

export function toUser({ id, email, name, totpConfirmedAt }: UserRow): User {
  return { id: id as User["id"], email, name, hasTotp: totpConfirmedAt !== null };
}
