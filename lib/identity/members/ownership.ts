import type { Actor } from "#lib/platform/audit/log.ts";
import { AppError } from "#lib/platform/errors.ts";
import type { Role } from "./roles.ts";

type Members = { userId: string; role: Role }[];

/**
 * Throws `forbidden` unless `actor` is an owner among the locked members: what the page's check saw may be a moment old,
 * and somebody else may just have taken the role away.
 */
export function demandOwner(members: Members, actor: Actor): void {
  const isOwner = members.some(({ userId, role }) => userId === actor && role === "owner");
  if (!isOwner) throw new AppError("forbidden");
}

/** Throws `last_owner` unless somebody else than `userId` is an owner too. */
export function demandOtherOwner(members: Members, userId: string): void {
  if (!members.some((other) => other.role === "owner" && other.userId !== userId)) {
    throw new AppError("last_owner");
  }
}
