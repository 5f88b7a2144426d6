import type { Role } from "#lib/identity/model/roles.ts";
import type { User } from "#lib/identity/model/user.ts";
import type { Account } from "#lib/merchants/accounts/account.ts";

/** Absolute limit in seconds, regardless of use. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

export type OpenSession = {
  id: string;
  isComplete: boolean;
  createdAt: Date;
  secondFactorAt: Date | null;
  user: User;
  isOperator: boolean;
  membership: { account: Account; role: Role } | undefined;
};
