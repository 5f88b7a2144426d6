import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Mode } from "#lib/platform/mode.ts";
import { type Account, DEFAULT_RETURN_DELAY_SECONDS, type PayeeRow } from "./account.ts";
import { createAccountChanges } from "./changes.ts";
import { parseAppSchemes, parseOrigins, parsePayee } from "./fields.ts";
import { createAccountOpening } from "./opening.ts";
import { createPayeeProposals } from "./proposals.ts";
import { createAccountRepository } from "./repository.ts";
import { isLocalReturnUrl } from "./return-url.ts";
import { createAccountSettings } from "./settings.ts";

/** Who receives the money. */
export type Payee = { iban: string; name: string };

/** An account and where it may be paid, as stored. */
export type AccountWithPayees = Account & { payees: PayeeRow[] };

/** A new account. `appSchemes` without their colon, such as `myapp`. */
export type NewAccount = {
  name: string;
  iban: string;
  embedOrigins?: string[];
  appSchemes?: string[];
  actor?: Actor;
};

export type AccountService = ReturnType<typeof createAccountService>;

/** Verbs on merchants' accounts. */
export function createAccountService({ db, clock }: { db: Database; clock: Clock }) {
  const repository = createAccountRepository(db);
  const changes = createAccountChanges({ db, clock });
  const { setEmailWhitelisted, confirmPayee, close, holdOpen } = changes;
  const proposals = createPayeeProposals({ db, clock });
  const { proposePayee, withdrawPayee, payeeOverview } = proposals;

  return {
    setEmailWhitelisted,
    confirmPayee,
    close,
    holdOpen,
    ...createAccountSettings({ db, clock }),
    proposePayee,
    withdrawPayee,
    payeeOverview,
    ...createAccountOpening({ clock }),

    /**
     * Makes an account whose payee, with the given IBAN, counts as confirmed.
     * Throws `invalid_request` for a wrong name, IBAN, origin or scheme.
     */
    async create(input: NewAccount): Promise<string> {
      const { iban, name } = parsePayee(input);
      const embedOrigins = parseOrigins(input.embedOrigins ?? []);
      const appSchemes = parseAppSchemes(input.appSchemes ?? []);
      const createdAt = clock.now();
      const account = {
        id: newId("acct"),
        name,
        embedOrigins,
        appSchemes,
        emailWhitelisted: false,
        defaultSuccessUrl: null,
        defaultFailureUrl: null,
        retentionDays: null,
        returnDelaySeconds: null,
        takesTransfers: false,
        createdAt,
        closedAt: null,
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
        await recordAudit(tx, createdAt, {
          accountId: account.id,
          actor: input.actor ?? "operator",
          action: "account.created",
          target: account.id,
        });
      });
      return account.id;
    },

    /**
     * The company's own payee. Real money goes only where the service confirmed it; in test mode the IBAN the merchant
     * entered is enough. Throws `no_payee`.
     */
    async primaryPayee(accountId: string, mode: Mode): Promise<Payee> {
      const payees = await repository.listPayees(accountId);
      const payee = payees.find(
        ({ isPrimary, confirmedAt }) => isPrimary && (mode === "test" || confirmedAt !== null),
      );
      if (!payee) throw new AppError("no_payee");
      return { iban: payee.iban, name: payee.name };
    },

    /** The account's payee with `iban` (electronic form); `undefined` unless it is confirmed. */
    async confirmedPayee(accountId: string, iban: string): Promise<Payee | undefined> {
      const payee = await repository.findPayee(accountId, iban);
      return payee?.confirmedAt ? { iban: payee.iban, name: payee.name } : undefined;
    },

    /**
     * The account's payee with `iban` (electronic form), as far as money of `mode` may go there: in test mode an IBAN the
     * merchant entered is enough.
     */
    async findPayee(accountId: string, iban: string, mode: Mode): Promise<Payee | undefined> {
      const payee = await repository.findPayee(accountId, iban);
      if (!payee || (mode === "live" && payee.confirmedAt === null)) return undefined;
      return { iban: payee.iban, name: payee.name };
    },

    /** All IBANs (electronic form) the account may be paid on; in test mode one the merchant entered is enough. */
    async payableIbans(accountId: string, mode: Mode): Promise<string[]> {
      const payees = await repository.listPayees(accountId);
      return payees
        .filter(({ confirmedAt }) => mode === "test" || confirmedAt !== null)
        .map(({ iban }) => iban);
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

    /**
     * Where shoppers of a transaction go that names no address itself. An address of this machine is good for test mode
     * only.
     */
    async defaultUrls(
      accountId: string,
      mode: Mode,
    ): Promise<{ successUrl: string | null; failureUrl: string | null }> {
      const account = await repository.find(accountId);
      const usable = (url: string | null | undefined) =>
        url && (mode === "test" || !isLocalReturnUrl(url)) ? url : null;
      return {
        successUrl: usable(account?.defaultSuccessUrl),
        failureUrl: usable(account?.defaultFailureUrl),
      };
    },

    /** Tells whether shoppers may pay the account by a credit transfer of their own. */
    async takesTransfers(accountId: string): Promise<boolean> {
      return (await repository.find(accountId))?.takesTransfers ?? false;
    },

    /** Origins the merchant registered to show the checkout in a frame. */
    async embedOrigins(accountId: string): Promise<string[]> {
      return (await repository.find(accountId))?.embedOrigins ?? [];
    },

    /** For how long the outcome of a payment stands before the shop's page opens. */
    async returnDelayMs(accountId: string): Promise<number> {
      const account = await repository.find(accountId);
      return (account?.returnDelaySeconds ?? DEFAULT_RETURN_DELAY_SECONDS) * 1000;
    },

    /** The account; `undefined` if there is none of this id. */
    find: (accountId: string): Promise<Account | undefined> => repository.find(accountId),

    /** All accounts, the oldest first, each with its payees. */
    async list(): Promise<AccountWithPayees[]> {
      const [all, payees] = await Promise.all([repository.list(), repository.listAllPayees()]);
      const byAccount = Map.groupBy(payees, ({ accountId }) => accountId);
      return all.map((account) => ({ ...account, payees: byAccount.get(account.id) ?? [] }));
    },
  };
}
