import type { Role } from "#lib/identity/model/roles.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";

type Members = { userId: string; role: Role }[];

/** @throws AppError `forbidden` unless `actor` is an owner */
export function demandOwner(members: Members, actor: Actor): void {
  const isOwner = members.some(({ userId, role }) => userId === actor && role === "owner");
  if (!isOwner) throw new AppError("forbidden");
}

/** @throws AppError `last_owner` unless another user is an owner too */
export function demandOtherOwner(members: Members, userId: string): void {
  if (!hasOtherOwner(members, userId)) throw new AppError("last_owner");
}

export function hasOtherOwner(members: Members, userId: string): boolean {
  return members.some((other) => other.role === "owner" && other.userId !== userId);
}
