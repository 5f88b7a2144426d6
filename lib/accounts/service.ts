import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import { parseIban } from "#lib/iban.ts";
import { newId } from "#lib/ids.ts";
import { isPrintable } from "#lib/printable.ts";
import { isAppScheme } from "./app-scheme.ts";
import { parseOrigin } from "./origin.ts";
import { createAccountRepository } from "./repository.ts";

/** Who receives the money. */
export type Payee = { iban: string; name: string };

// As long as banks carry an account holder's name (ISO 20022 Max70Text).
const MAX_NAME_LENGTH = 70;
const MAX_APP_SCHEMES = 20;

/** A new account. `appSchemes` without their colon, such as `myapp`. */
export type NewAccount = {
  name: string;
  iban: string;
  embedOrigins?: string[];
  appSchemes?: string[];
};

export type AccountService = ReturnType<typeof createAccountService>;

/** Verbs on merchants' accounts. */
export function createAccountService({ db, clock }: { db: Database; clock: Clock }) {
  const repository = createAccountRepository(db);

  return {
    /**
     * Makes an account whose payee, with the given IBAN, counts as confirmed.
     * Throws `invalid_request` for a wrong name, IBAN, origin or scheme.
     */
    async create(input: NewAccount): Promise<string> {
      const name = input.name.trim();
      if (!isPrintable(name, MAX_NAME_LENGTH)) {
        throw wrongField("name", `must be a text of 1 to ${MAX_NAME_LENGTH} printable characters`);
      }
      const iban = parseIban(input.iban);
      if (!iban) throw wrongField("iban", "is not a valid IBAN");
      const embedOrigins = (input.embedOrigins ?? []).map((text) => {
        const origin = parseOrigin(text);
        if (!origin) throw wrongField("origin", "must look like https://shop.example");
        return origin;
      });
      const appSchemes = parseAppSchemes(input.appSchemes ?? []);
      const createdAt = clock.now();
      const account = {
        id: newId("acct"),
        name,
        embedOrigins,
        appSchemes,
        emailWhitelisted: false,
        createdAt,
      };
      await db.transaction(async (tx) => {
        const inTransaction = createAccountRepository(tx);
        await inTransaction.insert(account);
        await inTransaction.insertPayee({
          id: newId("payee"),
          accountId: account.id,
          iban,
          name,
          isPrimary: true,
          confirmedAt: createdAt,
          createdAt,
        });
      });
      return account.id;
    },

    /** The company's own payee. Throws `no_payee` when none is confirmed. */
    async primaryPayee(accountId: string): Promise<Payee> {
      const payees = await repository.listPayees(accountId);
      const payee = payees.find(({ isPrimary, confirmedAt }) => isPrimary && confirmedAt);
      if (!payee) throw new AppError("no_payee");
      return { iban: payee.iban, name: payee.name };
    },

    /** The account's payee with `iban` (electronic form); `undefined` unless it is confirmed. */
    async confirmedPayee(accountId: string, iban: string): Promise<Payee | undefined> {
      const payee = await repository.findPayee(accountId, iban);
      return payee?.confirmedAt ? { iban: payee.iban, name: payee.name } : undefined;
    },

    /** Tells whether the account may be paid on `iban` (electronic form). */
    async isConfirmedIban(accountId: string, iban: string): Promise<boolean> {
      return Boolean((await repository.findPayee(accountId, iban))?.confirmedAt);
    },

    /**
     * What the merchant's apps may do: schemes they return to (empty: any that is not refused), and vouching for e-mail
     * addresses. Throws `not_found`.
     */
    async appSettings(
      accountId: string,
    ): Promise<{ appSchemes: string[]; emailWhitelisted: boolean }> {
      const account = await repository.find(accountId);
      if (!account) throw new AppError("not_found");
      return { appSchemes: account.appSchemes, emailWhitelisted: account.emailWhitelisted };
    },

    /** Sets whether an e-mail address this account tells spares its payers the code. Throws `not_found`. */
    async setEmailWhitelisted(accountId: string, isWhitelisted: boolean): Promise<void> {
      const isKnown = await repository.setEmailWhitelisted(accountId, isWhitelisted);
      if (!isKnown) throw new AppError("not_found");
    },

    /** Origins the merchant registered to show the checkout in a frame. */
    async embedOrigins(accountId: string): Promise<string[]> {
      return (await repository.find(accountId))?.embedOrigins ?? [];
    },
  };
}

function parseAppSchemes(texts: string[]): string[] {
  const schemes = [...new Set(texts)];
  if (schemes.length > MAX_APP_SCHEMES) {
    throw wrongField("app-scheme", `may be given at most ${MAX_APP_SCHEMES} times`);
  }
  if (!schemes.every(isAppScheme)) {
    throw wrongField("app-scheme", "must be a URL scheme of at most 40 characters, such as myapp");
  }
  return schemes;
}

function wrongField(path: string, message: string): AppError {
  return new AppError("invalid_request", {
    detail: `${path} ${message}`,
    fields: [{ path, message }],
  });
}
