import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { createMemberRepository } from "./repository.ts";
import type { MemberService } from "./service.ts";

// More than one business has, and few enough that nobody fills the database with empty ones.
const MAX_ACCOUNTS = 20;

type Deps = {
  db: Database;
  accounts: Pick<AccountService, "open">;
  members: Pick<MemberService, "add">;
  /** Whether people may make accounts themselves, or the operator alone. */
  isSignUpOpen: boolean;
};

/** Opens an account for who is a user already. */
export function createAccountOpenings({ db, accounts, members, isSignUpOpen }: Deps) {
  return {
    /** Opens an account nobody belongs to yet, for the operator to invite its owner. Throws `invalid_request` (name). */
    openAsOperator: (input: { name: string }): Promise<string> =>
      db.transaction((tx) => accounts.open(tx, input, "operator")),

    /** Whether users may open accounts here. */
    isOpen: isSignUpOpen,

    /**
     * Opens an account whose owner is `userId`; answers its id. Throws `signup_closed`, `limit_reached`, and
     * `invalid_request` for a wrong name.
     */
    async open(userId: `usr_${string}`, { name }: { name: string }): Promise<string> {
      if (!isSignUpOpen) throw new AppError("signup_closed");
      return db.transaction(async (tx) => {
        const repository = createMemberRepository(tx);
        await repository.lockUser(userId);
        const own = await repository.listAccounts(userId);
        const open = own.filter(({ account, role }) => role === "owner" && !account.closedAt);
        if (open.length >= MAX_ACCOUNTS) throw new AppError("limit_reached");
        const accountId = await accounts.open(tx, { name }, userId);
        await members.add(tx, { accountId, userId, role: "owner" }, userId);
        return accountId;
      });
    },
  };
}
