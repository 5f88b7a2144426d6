import type { FeedProvider } from "#lib/payments/model/feed.ts";
import type { TransferOwner } from "#lib/payments/transfers/transfer.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import type { Services } from "#lib/services/create.ts";
import { startQonto } from "./qonto-simulator.ts";
import { startRevolut } from "./revolut-simulator.ts";

const IBAN = "NL91ABNA0417164300";
const OTHER_IBAN = "FR1420041010050500013M02606";

export type Booking = {
  state?: "pending" | "declined";
  currency?: string;
  /** Of its last change, and its creation. */
  at?: string;
  readableAt?: number;
  /** Of no calendar, which no database stores. */
  isUnstorable?: boolean;
  /** Where it came from, of providers that say so. */
  payer?: { iban: string; name: string };
};

type Sent = { body: Buffer; headers: Headers };

export type FeedMoney = {
  change(to?: "completed" | "reversed"): void;
  /** Makes it storable. */
  correct?(): void;
  /** As it is sent; each is another event unless named. */
  webhook(options?: { secret?: string; at?: Date; event?: string }): Sent;
};

type Adding = { services: Services; owner: TransferOwner; actor: Actor };

/** One form for the simulators of all providers. */
export type FeedWorld = Awaited<ReturnType<(typeof FEED_WORLDS)[FeedProvider]>>;

export const FEED_WORLDS = { qonto: qontoWorld, revolut: revolutWorld };

async function qontoWorld(now: () => Date) {
  const qonto = await startQonto({ now });
  const { credentials, webhookSecret, faults, before, requests, transactions } = qonto;
  const { secretKey } = credentials;
  return {
    ...{ url: qonto.url, close: qonto.close, faults, before, requests },
    pageSize: 100,
    /** Requests before the first page. */
    opening: 0,
    secrets: () => [secretKey, webhookSecret],
    clear: () => transactions.splice(0),
    deny: () => Object.assign(credentials, { secretKey: "changed" }),
    allow: () => Object.assign(credentials, { secretKey }),
    add: ({ services, owner, actor }: Adding) =>
      services.feeds.add(
        owner,
        {
          ...{ provider: "qonto", iban: IBAN, ...credentials },
          ...{ stagingToken: "", webhookSecret },
        },
        actor,
      ),
    book(
      reference: string | null,
      { state, at, payer, isUnstorable = false, ...more }: Booking = {},
    ): FeedMoney {
      const income = {
        counterparty_account_number: payer?.iban ?? "",
        counterparty_account_number_format: "IBAN",
      };
      const money = qonto.book({
        ...{ iban: IBAN, reference, ...more },
        ...(payer && { label: payer.name, income }),
        ...(state && { status: state }),
        ...(state === "pending" && { settled_at: null }),
        ...(at !== undefined && { updated_at: at }),
        ...(isUnstorable && { settled_at: "0000-01-01T00:00:00Z" }),
      });
      const STATUSES = { completed: "completed", reversed: "declined" } as const;
      return {
        change: (to) => qonto.change(money, to ? { status: STATUSES[to] } : {}),
        correct: () => qonto.change(money, { settled_at: "2026-11-20T00:00:00Z" }),
        webhook: ({ event, ...options } = {}) =>
          qonto.webhook(money, { ...options, ...(event !== undefined && { id: event }) }),
      };
    },
    /** Leaves the account. `amount` in cents. */
    send(reference: string, amount: number, state?: Booking["state"]): FeedMoney {
      const sent = { side: "debit", operation_type: "transfer", amount_cents: amount } as const;
      const money = qonto.book({
        ...{ iban: IBAN, reference, ...sent },
        ...(state && { status: state }),
      });
      const STATUSES = { completed: "completed", reversed: "reversed" } as const;
      return {
        change: (to) => qonto.change(money, to ? { status: STATUSES[to] } : {}),
        webhook: () => qonto.webhook(money),
      };
    },
    /** Nothing of it came from outside to this account. */
    bookOthers(references: string[]): void {
      const others = [
        { side: "debit" as const },
        { operation_type: "transfer" },
        { operation_type: "recall" },
        { iban: OTHER_IBAN },
      ];
      for (const [index, more] of others.entries()) {
        qonto.book({ iban: IBAN, reference: references[index] ?? null, ...more });
      }
    },
  };
}

async function revolutWorld(now: () => Date) {
  const revolut = await startRevolut({ now });
  const { webhookSecret, faults, before, requests, transactions, refreshTokens } = revolut;
  const { accessTokens } = revolut;
  const given = new Map<string, string>();
  let events = 0;
  return {
    ...{ url: revolut.url, close: revolut.close, faults, before, requests },
    pageSize: 500,
    // The token, the accounts, and the details of two.
    opening: 4,
    secrets: () => [webhookSecret, ...refreshTokens.keys(), ...accessTokens.keys(), "PRIVATE KEY"],
    clear: () => transactions.splice(0),
    deny(): void {
      for (const [token, id] of refreshTokens) given.set(token, id);
      revolut.revoke();
    },
    allow(): void {
      for (const [token, id] of given) refreshTokens.set(token, id);
    },
    async add({ services: { feeds }, owner, actor }: Adding): Promise<string> {
      const id = await feeds.prepareConsent(owner, IBAN, actor);
      const consent = async () =>
        (await feeds.list(owner)).find((feed) => feed.id === id)?.consent ?? never();
      const clientId = revolut.register(await consent());
      await feeds.setClientId(owner.accountId, id, clientId);
      const back = revolut.consent((await consent()).url ?? never());
      const code = back.searchParams.get("code") ?? never();
      await feeds.finishConsent(owner.accountId, id, code, actor);
      await feeds.setWebhookSecret(owner.accountId, id, webhookSecret, actor);
      return id;
    },
    book(reference: string | null, { at, payer: _, ...more }: Booking = {}): FeedMoney {
      const money = revolut.book({
        reference,
        ...more,
        ...(at !== undefined && { created_at: at }),
      });
      const STATES = { completed: "completed", reversed: "reverted" } as const;
      return {
        change: (to) => revolut.change(money, to ? { state: STATES[to] } : {}),
        webhook: ({ event = `event ${events++}`, secret, ...options } = {}) =>
          revolut.webhook(money, {
            ...{ ...options, timestamp: event },
            ...(secret !== undefined && { secrets: [secret] }),
          }),
      };
    },
    send(reference: string, amount: number, state?: Booking["state"]): FeedMoney {
      const sent = { type: "transfer", reference, amount: -amount / 100 };
      const money = revolut.book({ ...sent, ...(state && { state }) });
      const STATES = { completed: "completed", reversed: "reverted" } as const;
      return {
        change: (to) => revolut.change(money, to ? { state: STATES[to] } : {}),
        webhook: () => revolut.webhook(money),
      };
    },
    bookOthers([debit, exchange, own, elsewhere]: string[]): void {
      revolut.book({ reference: debit ?? null, amount: -12.5 });
      revolut.book({ reference: exchange ?? null, type: "exchange" });
      revolut.book({ reference: own ?? null, type: "transfer", counterparty: "self" });
      revolut.book({ reference: elsewhere ?? null, accountId: revolut.accounts[0]?.id ?? "" });
    },
  };
}

function never(): never {
  throw new Error("the consent is at another step");
}
