import { type ScryptOptions, scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { users } from "#lib/identity/model/schema.ts";
import { type Cost, createPasswordHasher, TEST_COST } from "#lib/identity/users/password-hash.ts";
import { insertUser } from "#lib/identity/users/profiles.ts";
import { createUserService } from "#lib/identity/users/service.ts";
import { estimateStrength } from "#lib/identity/users/strength/estimate.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import type { Database } from "#lib/platform/db/database.ts";
import type { Mail, SendMail } from "#lib/platform/mail/mail.ts";
import { createTestServices } from "./factories.ts";

type Options = {
  cost?: Cost;
  isSignUpOpen?: boolean;
  sendMail?: SendMail;
  /** Runs before each hash. */
  onHash?: () => Promise<void> | void;
};

export const PASSWORD = "correct-pony-battery-71";
const CONSOLE_URL = "https://pay.example/console";

/** `count` counts hashes and strength estimates of passwords. */
export function createTestUsers(connection: Connection, options: Options = {}) {
  const test = createTestServices(connection);
  const { services, clock } = test;
  const mails: Mail[] = [];
  const count = { hashes: 0, estimates: 0 };
  const { limits } = services;
  const users = createUserService({
    db: connection.db,
    clock,
    accounts: services.accounts,
    members: services.members,
    sessions: services.sessions,
    limits,
    passwords: createPasswordHasher({
      cost: options.cost ?? TEST_COST,
      derive: async (password: string, salt: Buffer, bytes: number, cost: ScryptOptions) => {
        count.hashes += 1;
        await options.onHash?.();
        return scryptSync(password, salt, bytes, cost);
      },
    }),
    estimate: async (guess) => {
      count.estimates += 1;
      return estimateStrength(guess);
    },
    sendMail: options.sendMail ?? (async (mail) => void mails.push(mail)),
    consoleUrl: CONSOLE_URL,
    isSignUpOpen: options.isSignUpOpen ?? true,
    isOidcOnly: false,
    logger: services.logger,
  });
  const mailsTo = (email: string) => mails.filter(({ to }) => to === email);

  return {
    ...test,
    users,
    limits,
    mails,
    mailsTo,
    count,

    tokenTo(email: string): string {
      const [, token] = /\?token=([\w-]{43})$/m.exec(mailsTo(email).at(-1)?.text ?? "") ?? [];
      if (!token) throw new Error(`no link to ${email}`);
      return token;
    },

    /** `email` and `address` are unique. */
    async signUp(name = "Robin Quay") {
      const email = `user-${crypto.randomUUID()}@shop.example`;
      const address = crypto.randomUUID();
      await users.startSignUp({ email, address });
      const made = await users.finishSignUp({
        token: this.tokenTo(email),
        name,
        password: PASSWORD,
        companyName: "Harbour Books",
      });
      return { ...made, email, address };
    },
  };
}

/** Without a password, because hashing takes time. */
export async function makeUser(tx: Database, at: Date, person: { email: string; name?: string }) {
  const id = await insertUser(tx, { name: "Ada", ...person, passwordHash: "none" }, at);
  if (!id) throw new Error(`there is a user ${person.email}`);
  return id;
}

/** An authenticator app without a secret. */
export async function giveFactor(db: Database, userId: string, at: Date): Promise<void> {
  await db.update(users).set({ totpConfirmedAt: at }).where(eq(users.id, userId));
}
