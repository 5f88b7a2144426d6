import { type NewUser, parseMailbox, parsePersonName } from "#lib/identity/model/person.ts";
import { toUser, type User } from "#lib/identity/model/user.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { invalidField } from "#lib/platform/failures/errors.ts";
import { emailKey, parseEmail } from "#lib/platform/values/email.ts";
import { newId } from "#lib/platform/values/ids.ts";
import type { PasswordHasher } from "./password-hash.ts";
import { normalisePassword, parseNewPassword } from "./password-rules.ts";
import * as repository from "./repository.ts";
import type { EstimateStrength } from "./strength/strength.ts";

export async function insertUser(
  tx: Database,
  { email, name, passwordHash }: NewUser,
  createdAt: Date,
): Promise<User["id"] | undefined> {
  const id = newId("usr");
  const isNew = await repository.insert(tx, {
    id,
    email,
    name,
    passwordHash,
    passwordChangedAt: createdAt,
    sealedTotpSecret: null,
    totpConfirmedAt: null,
    totpLastStep: null,
    createdAt,
  });
  return isNew ? id : undefined;
}

type Deps = { db: Database; clock: Clock; passwords: PasswordHasher; estimate: EstimateStrength };

export function createProfiles({ db, clock, passwords, estimate }: Deps) {
  return {
    async find(userId: string): Promise<User | undefined> {
      const row = await repository.find(db, userId);
      return row && toUser(row);
    },

    /** Ignores case. */
    async findByEmail(email: string): Promise<User | undefined> {
      const parsed = parseEmail(email);
      const row = parsed && (await repository.findByEmail(db, emailKey(parsed)));
      return row ? toUser(row) : undefined;
    },

    /** @throws AppError `invalid_request` (name) */
    async rename(userId: string, name: string): Promise<void> {
      await repository.update(db, userId, { name: parsePersonName(name) });
    },

    /**
     * Slow: runs before a database transaction is open.
     * @throws AppError `invalid_request` (email, name, password)
     */
    async prepareInvited(input: {
      email: string;
      name: string;
      password: string;
    }): Promise<NewUser> {
      const email = parseMailbox(input.email);
      const name = parsePersonName(input.name);
      const password = await parseNewPassword(input.password, { estimate, about: [email, name] });
      return { email, name, passwordHash: await passwords.hash(password) };
    },

    create: (tx: Database, person: NewUser): Promise<User["id"] | undefined> =>
      insertUser(tx, person, clock.now()),

    /** @throws AppError `invalid_request` (email) if the address is taken */
    async createFromInvitation(tx: Database, person: NewUser): Promise<{ userId: User["id"] }> {
      const userId = await insertUser(tx, person, clock.now());
      if (!userId) throw invalidField("email", "email_known");
      return { userId };
    },

    /** Callers must rate-limit this. */
    async checkPassword(userId: string, password: string): Promise<boolean> {
      const user = await repository.find(db, userId);
      return passwords.verify(normalisePassword(password), user?.passwordHash);
    },
  };
}
