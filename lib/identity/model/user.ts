import type { users } from "./schema.ts";

export type UserRow = typeof users.$inferSelect;

export type UserId = `usr_${string}`;

export type User = { id: UserId; email: string; name: string; hasTotp: boolean };

export function toUser({ id, email, name, totpConfirmedAt }: UserRow): User {
  return { id: id as UserId, email, name, hasTotp: totpConfirmedAt !== null };
}
