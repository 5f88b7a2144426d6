import type { UserService } from "#lib/identity/users/service.ts";
import { AppError } from "#lib/platform/errors.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";

/** Throws `invalid_request` (password) unless `password` is the user's, `too_many_tries` after too many that were not. */
export type DemandPassword = (userId: string, password: string) => Promise<void>;

type Deps = {
  users: Pick<UserService, "find" | "checkPassword">;
  limits: Pick<Limits, "take" | "giveBack">;
};

/** Asks a signed-in user for the password before something that a stolen session must not do. */
export function createPasswordProof({ users, limits }: Deps): DemandPassword {
  return async (userId, password) => {
    const user = await users.find(userId);
    if (!user) throw new AppError("signed_out");
    // The count of signing in: a session gives no tries beyond those.
    await limits.take("sign-in-email", user.email);
    if (!(await users.checkPassword(userId, password))) {
      const fields = [{ path: "password", message: "password_wrong" }];
      throw new AppError("invalid_request", { fields });
    }
    await limits.giveBack("sign-in-email", user.email);
  };
}
