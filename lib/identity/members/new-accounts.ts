import type { UserId } from "#lib/identity/model/user.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import * as repository from "./repository.ts";
import type { MemberService } from "./service.ts";

// Keeps users from filling the database.
const MAX_ACCOUNTS = 20;

type Deps = {
  db: Database;
  accounts: Pick<AccountService, "open">;
  members: Pick<MemberService, "add">;
  isSignUpOpen: boolean;
};

export function createNewAccounts({ db, accounts, members, isSignUpOpen }: Deps) {
  return {
    /** @throws AppError `invalid_request` (name) */
    openAsOperator: (input: { name: string }): Promise<string> =>
      db.transaction((tx) => accounts.open(tx, input, "operator")),

    isOpen: isSignUpOpen,

    /**
     * Returns the account's id.
     * @throws AppError `signup_closed`, `limit_reached`, `invalid_request` (name)
     */
    async open(userId: UserId, { name }: { name: string }): Promise<string> {
      if (!isSignUpOpen) throw new AppError("signup_closed");
      return db.transaction(async (tx) => {
        await repository.lockUser(tx, userId);
        const own = await repository.listAccounts(tx, userId);
        const open = own.filter(({ account, role }) => role === "owner" && !account.closedAt);
        if (open.length >= MAX_ACCOUNTS) throw new AppError("limit_reached");
        const accountId = await accounts.open(tx, { name }, userId);
        await members.add(tx, { accountId, userId, role: "owner" }, userId);
        return accountId;
      });
    },
  };
}
