import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import { parseIban } from "#lib/iban.ts";
import { newId } from "#lib/ids.ts";
import { isPrintable } from "#lib/printable.ts";
import { parseOrigin } from "./origin.ts";
import { createAccountRepository } from "./repository.ts";

/** Who receives the money. */
export type Payee = { iban: string; name: string };

// As long as banks carry an account holder's name (ISO 20022 Max70Text).
const MAX_NAME_LENGTH = 70;

export type AccountService = ReturnType<typeof createAccountService>;

/** Verbs on merchants' accounts. */
export function createAccountService({ db, clock }: { db: Database; clock: Clock }) {
  const repository = createAccountRepository(db);

  return {
    /**
     * Makes an account whose payee, with the given IBAN, counts as confirmed.
     * Throws `invalid_request` for a wrong name, IBAN or origin.
     */
    async create(input: { name: string; iban: string; embedOrigins?: string[] }): Promise<string> {
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
      const createdAt = clock.now();
      const account = { id: newId("acct"), name, embedOrigins, createdAt };
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

    /** Tells whether the account may be paid on `iban` (electronic form). */
    async isConfirmedIban(accountId: string, iban: string): Promise<boolean> {
      return Boolean((await repository.findPayee(accountId, iban))?.confirmedAt);
    },

    /** Origins the merchant registered to show the checkout in a frame. */
    async embedOrigins(accountId: string): Promise<string[]> {
      return (await repository.find(accountId))?.embedOrigins ?? [];
    },
  };
}

function wrongField(path: string, message: string): AppError {
  return new AppError("invalid_request", {
    detail: `${path} ${message}`,
    fields: [{ path, message }],
  });
}
