import { randomUUID } from "node:crypto";
import type { Behaviour } from "#lib/banks/sandbox/behaviours.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { randomToken } from "#lib/platform/values/ids.ts";
import {
  type FileProblem,
  type OutgoingOrder,
  readOrders,
  requestIdOf,
} from "./outgoing-orders.ts";
import type { SandboxPayment, SandboxStatus } from "./payment.ts";
import * as repository from "./repository.ts";

type Deps = { db: Database; clock: Clock };

/** The bank executes at once what a merchant orders. Returns the token of its page: the same for the same file. */
export async function takeFile(
  { db, clock }: Deps,
  text: string,
): Promise<{ token: string } | { problem: FileProblem }> {
  const orders = parsed(text);
  if (typeof orders === "string") return { problem: orders };
  const now = clock.now();
  const token = randomToken(16);
  return db.transaction(async (tx) => {
    for (const [at, order] of orders.entries()) {
      const row = toPayment(order, { at, token, now });
      const stored = await repository.insert(tx, row);
      if (!stored) return { token: await tokenOf(tx, row.requestId) };
      const { id: paymentId, creditorIban, amount, currency } = stored;
      const { debtorIban } = order;
      const id = randomUUID();
      const booking = { id, paymentId, debtorIban, creditorIban, amount, currency, bookedAt: now };
      await repository.book(tx, booking);
    }
    return { token };
  });
}

function parsed(text: string): OutgoingOrder[] | FileProblem {
  try {
    return readOrders(text);
  } catch (error) {
    if (isAppError(error)) return "file";
    throw error;
  }
}

type Place = { at: number; token: string; now: Date };

function toPayment(order: OutgoingOrder, { at, token, now }: Place): SandboxPayment {
  const { partId: _, ...values } = order;
  return {
    ...values,
    id: randomToken(16),
    requestId: requestIdOf(order),
    product: "sepa-credit-transfers",
    currency: "EUR",
    // With a point, it opens no page on which a payer approves.
    approvalToken: `${token}.${at}`,
    redirectUri: "",
    nokRedirectUri: "",
    status: "ACSC" satisfies SandboxStatus,
    reason: null,
    behaviour: "normal" satisfies Behaviour,
    settlesAt: null,
    asked: 0,
    createdAt: now,
    updatedAt: now,
  };
}

async function tokenOf(tx: Database, requestId: string): Promise<string> {
  const known = await repository.findByRequestId(tx, requestId);
  return known?.approvalToken.split(".")[0] ?? "";
}

/** In the order of the file. Empty for an unknown token. */
export function listOrders({ db }: Pick<Deps, "db">, token: string): Promise<SandboxPayment[]> {
  return repository.listOrders(db, token);
}
