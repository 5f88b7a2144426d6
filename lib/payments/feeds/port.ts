import type { FeedError, FeedProvider } from "#lib/payments/model/feed.ts";
import type { PayerAccount } from "#lib/payments/refunds/account.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";

/**
 * `credit`: booked on the account, and not from an account of the same company. `reversal`: a credit that is no longer booked.
 * `debit`: booked, and sent to another company or person; `debit_reversal`: it was booked, and came back. Only those with a
 * refund's reference need to be here. `amount` in minor units of `currency`.
 */
export type SeenMoney = {
  kind: "credit" | "reversal" | "debit" | "debit_reversal";
  /** The provider's id; never changes. */
  key: string;
  amount: number;
  currency: string;
  bookedOn: string | null;
  /** What the payer's bank passed on. */
  text: string;
  endToEndId: string | null;
  /** Where a credit came from, if the provider names an IBAN. */
  payer?: PayerAccount;
};

/**
 * `readUntil`: every change before it, by the provider's clock, is in this page or an earlier one. Without a last page, the next
 * read goes on.
 */
export type SeenPage = { money: SeenMoney[]; readUntil: Date; isLast: boolean };

export type MoneyFeed = {
  /** Oldest changes first, those at `since` included. @throws FeedFailure */
  read(since: Date): AsyncIterable<SeenPage>;
};

/** `eventId`: the same when the provider sends it again. */
export type Wakeup = { eventId: string };

export type FeedConnection = { mode: Mode; iban: string; credentials: string };

/** A webhook carries no money: it only says that a read may find some. */
export type Provider = {
  connect(connection: FeedConnection): MoneyFeed;
  /** `undefined` unless the provider sent it, within five minutes. */
  readWebhook(
    webhook: { body: Buffer; headers: Headers },
    secret: string,
    now: Date,
  ): Wakeup | undefined;
};

export type ConsentingProvider = Provider & {
  /** Returns the credentials with which it can be read. @throws FeedFailure */
  finishConsent(connection: Omit<FeedConnection, "iban">, code: string): Promise<string>;
};

export type Providers = Record<FeedProvider, Provider> & { revolut: ConsentingProvider };

/** Never holds what the provider wrote. */
export class FeedFailure extends Error {
  override name = "FeedFailure";
  readonly kind: FeedError;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: FeedError,
    message: string,
    options: { retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
