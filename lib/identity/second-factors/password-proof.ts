import type { UserService } from "#lib/identity/users/service.ts";
import { AppError, invalidField } from "#lib/platform/failures/errors.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";

/** @throws AppError `invalid_request` (password), `too_many_tries` */
export type DemandPassword = (userId: string, password: string) => Promise<void>;

type Deps = {
  users: Pick<UserService, "find" | "checkPassword">;
  limits: Pick<Limits, "take" | "giveBack">;
};

export function createPasswordProof({ users, limits }: Deps): DemandPassword {
  return async (userId, password) => {
    const user = await users.find(userId);
    if (!user) throw new AppError("signed_out");
    // Shares the sign-in counter: a session gives no extra attempts.
    await limits.take("sign-in-email", user.email);
    if (!(await users.checkPassword(userId, password))) {
      throw invalidField("password", "password_wrong");
    }
    await limits.giveBack("sign-in-email", user.email);
  };
}
