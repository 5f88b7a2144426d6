import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { payPath, startAgainPath } from "#components/checkout/links.ts";
import { isPayable, isTransferOnly, type ScreenProps } from "#components/checkout/screen.ts";
import { lockOrder, shownBrowserId } from "#lib/next/payer/device-lock.ts";
import { readDevice, readPaymentCookie } from "#lib/next/payer/payer-session.ts";
import { deviceOf } from "#lib/next/request/device.ts";
import { loadOrder } from "#lib/next/request/loaded-order.ts";
import { requestText } from "#lib/next/request/text.ts";
import type { Order } from "#lib/payments/checkout/order.ts";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import type { Flow, PayerStep } from "#lib/payments/model/status.ts";
import type { PayerSession } from "#lib/payments/payers/session.ts";
import type { WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import { getServices } from "#lib/services/index.ts";

export type Query = Record<string, string | string[] | undefined>;

export type PageProps = { params: Promise<{ reference: string }>; searchParams: Promise<Query> };

export type StepProps = PageProps & { flow: Flow };

export type Visit = ScreenProps & {
  transaction: WholeTransaction;
  /** Always present in the direct flow. */
  session: PayerSession | undefined;
};

/** After a change in this request. */
export async function readAgain(view: CheckoutView): Promise<CheckoutView> {
  const { checkout } = await getServices();
  return (await checkout.view(view.reference, view.flow)) ?? view;
}

export const findSession = cache(async (flow: Flow, reference: string) => {
  const order = await loadOrder(flow, reference);
  if (!order) return undefined;
  const { sessionId } = await readPaymentCookie(order.transaction.id, flow);
  const { payers } = await getServices();
  return sessionId === undefined ? undefined : payers.session(sessionId, reference);
});

/** `undefined` if this browser has no access. */
export async function findOrder(flow: Flow, reference: string): Promise<Order | undefined> {
  const order = await loadOrder(flow, reference);
  if (flow === "web" || (await findSession(flow, reference))) return order;
  return undefined;
}

/** Redirects a browser without access. */
export async function openVisit({ flow, params }: StepProps): Promise<Visit> {
  const { reference } = await params;
  const text = await requestText();
  const order = await findOrder(flow, reference);
  if (!order && flow === "direct") redirect(startAgainPath("session_missing", text.linkQuery));
  if (!order) notFound();
  return { ...order, text, session: await findSession(flow, reference) };
}

/** For the app's developers. */
export function schemeNotice({ session, text }: Visit): string | undefined {
  const scheme = session?.unregisteredScheme;
  return scheme == null
    ? undefined
    : text.format(text.messages.payer.unregisteredScheme, { scheme });
}

/** Like `openVisit`, but redirects if the order can't be paid at a bank. */
export async function openPayable(props: StepProps): Promise<Visit> {
  const visit = await openVisit(props);
  const { view, text } = visit;
  if (!isPayable(view)) {
    // A reopened webview returns to its own payment.
    const isOthers = view.state === "succeeded" || view.state === "processing";
    const already = isOthers && view.flow === "web" ? "1" : undefined;
    redirect(payPath(view, "/result", { already, ...text.linkQuery }));
  }
  const { problem, confirm } = await props.searchParams;
  // There are no steps: the result's page has the details of the transfer, and then its outcome.
  if (isTransferOnly(view) && confirm !== "cancel") {
    const said = typeof problem === "string" ? problem : undefined;
    redirect(payPath(view, "/result", { problem: said, ...text.linkQuery }));
  }
  return visit;
}

/** No further payment attempt starts then. */
export function leaveInQuestion({ view, text }: ScreenProps): void {
  if (view.isInQuestion) redirect(payPath(view, "/result", text.linkQuery));
}

/** Like `openPayable`, but requires the device lock. */
export async function openHeld(props: StepProps): Promise<Visit> {
  const visit = await openPayable(props);
  leaveInQuestion(visit);
  const { state, transaction } = await lockOrder(visit.transaction, "step");
  if (state !== "own") leadElsewhere(visit, (await props.searchParams)["problem"]);
  return { ...visit, transaction };
}

/** Uses a separate URL: that page refreshes itself and must never lock the order. */
export function leadElsewhere({ view, text }: ScreenProps, problem?: unknown): never {
  const said = typeof problem === "string" ? problem : undefined;
  redirect(payPath(view, "", { moved: "1", problem: said, ...text.linkQuery }));
}

/** Like `openHeld`, but requires a verified payer. */
export async function openVerified(props: StepProps) {
  const visit = await openHeld(props);
  const payer = await readPayer(visit);
  if (!payer.isVerified) redirect(payPath(visit.view, "/verify", visit.text.linkQuery));
  return { ...visit, payer };
}

/**
 * A remembered payer needs no session before the payment starts. A device that remembers another payer than the session's is
 * ignored.
 */
export const readPayer = ({ view, transaction, session }: Order & Pick<Visit, "session">) =>
  payerOf(view, transaction, session);

const payerOf = cache(
  async (view: CheckoutView, transaction: WholeTransaction, session: Visit["session"]) => {
    const { deviceId, bankId } = await readDevice(view.flow);
    const { payers } = await getServices();
    const device = deviceId === undefined ? undefined : await payers.device(deviceId, session?.id);
    return {
      isVerified:
        (session ? session.verifiedBy !== null : device !== undefined) ||
        !(await payers.needsVerification(transaction)),
      isRemembered: device !== undefined,
      canBeRemembered: device === undefined && session?.verifiedBy === "code",
      maskedEmail: device?.maskedEmail ?? session?.maskedEmail ?? undefined,
      // A bank that has just failed is not offered first.
      lastBankId: (view.lastDecline === null && view.lastBankId) || (device && bankId),
    };
  },
);

export type Payer = Awaited<ReturnType<typeof readPayer>>;

/** For the shop's page, while this browser holds the order. Ignores link previews and prefetches. */
export async function noteStep(transaction: WholeTransaction, step: PayerStep): Promise<void> {
  if (deviceOf(await headers()).isUnattended) return;
  const browserId = transaction.flow === "web" ? await shownBrowserId(transaction) : undefined;
  const { checkout } = await getServices();
  await checkout.notePayerStep(transaction, step, browserId);
}
