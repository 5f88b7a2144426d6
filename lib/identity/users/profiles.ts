import { type NewUser, parseMailbox, parsePersonName, wrong } from "#lib/identity/person.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { emailKey, parseEmail } from "#lib/platform/email.ts";
import { newId } from "#lib/platform/ids.ts";
import type { PasswordHasher } from "./password-hash.ts";
import { normalisePassword, parseNewPassword } from "./password-rules.ts";
import { createUserRepository } from "./repository.ts";
import type { EstimateStrength } from "./strength/strength.ts";
import { toUser, type User } from "./user.ts";

/** Makes a user in the caller's open database transaction; `undefined` if there is one of this address. */
export async function insertUser(
  tx: Database,
  { email, name, passwordHash }: NewUser,
  createdAt: Date,
): Promise<User["id"] | undefined> {
  const id = newId("usr");
  const isNew = await createUserRepository(tx).insert({
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

/** Who there is, and what a person changes about themselves without proving more than the session. */
export function createProfiles({ db, clock, passwords, estimate }: Deps) {
  const repository = createUserRepository(db);

  return {
    async find(userId: string): Promise<User | undefined> {
      const row = await repository.find(userId);
      return row && toUser(row);
    },

    /** The user of an address, however its letters are cased. */
    async findByEmail(email: string): Promise<User | undefined> {
      const parsed = parseEmail(email);
      const row = parsed && (await repository.findByEmail(emailKey(parsed)));
      return row ? toUser(row) : undefined;
    },

    /** Gives a user another name. Throws `invalid_request` (name). */
    async rename(userId: string, name: string): Promise<void> {
      await repository.update(userId, { name: parsePersonName(name) });
    },

    /**
     * Reads and hashes what somebody who was invited typed in: the slow part, to be done before a database transaction
     * is open. Throws `invalid_request` (email, name, password).
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

    /**
     * Makes the user of an address that an invitation proved, in the caller's open database transaction. Throws
     * `invalid_request` (email) when there is a user of this address already.
     */
    async createFromInvitation(tx: Database, person: NewUser): Promise<{ userId: User["id"] }> {
      const userId = await insertUser(tx, person, clock.now());
      if (!userId) throw wrong("email", "email_known");
      return { userId };
    },

    /** Tells whether `password` is the user's. Whoever calls limits how often somebody may ask. */
    async checkPassword(userId: string, password: string): Promise<boolean> {
      const user = await repository.find(userId);
      return passwords.verify(normalisePassword(password), user?.passwordHash);
    },
  };
}
