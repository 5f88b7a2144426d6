import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { payPath, startAgainPath } from "#components/checkout/links.ts";
import { isPayable, type ScreenProps } from "#components/checkout/screen.ts";
import { deviceOf } from "#lib/next/device.ts";
import { lockOrder, shownBrowserId } from "#lib/next/device-lock.ts";
import { loadOrder } from "#lib/next/loaded-order.ts";
import { readDevice, readPaymentCookie } from "#lib/next/payer-session.ts";
import { requestText } from "#lib/next/text.ts";
import type { Order } from "#lib/payments/checkout/order.ts";
import type { CheckoutView, PayFlow } from "#lib/payments/checkout/view.ts";
import type { PayerSession } from "#lib/payments/payers/session.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { getServices } from "#lib/services/index.ts";

export type Query = Record<string, string | string[] | undefined>;

/** What every page of a payer is called with. */
export type PageProps = { params: Promise<{ reference: string }>; searchParams: Promise<Query> };

/** What every step is made from: the flow whose page it stands on, and that page's own props. */
export type StepProps = PageProps & { flow: PayFlow };

export type Visit = ScreenProps & {
  transaction: Transaction;
  /** The session of this browser; in the direct flow there always is one. */
  session: PayerSession | undefined;
};

/** The payment anew, after something this request has done to it. */
export async function readAgain(view: CheckoutView): Promise<CheckoutView> {
  const { checkout } = await getServices();
  return (await checkout.view(view.reference, view.flow)) ?? view;
}

/** The session this browser holds for the payment of `reference`. */
export const findSession = cache(async (flow: PayFlow, reference: string) => {
  const order = await loadOrder(flow, reference);
  if (!order) return undefined;
  const { sessionId } = await readPaymentCookie(order.transaction.id, flow);
  const { payers } = await getServices();
  return sessionId === undefined ? undefined : payers.session(sessionId, reference);
});

/** The payment as this browser may see it, once per request; nothing where it may not. */
export async function findOrder(flow: PayFlow, reference: string): Promise<Order | undefined> {
  const order = await loadOrder(flow, reference);
  if (flow === "web" || (await findSession(flow, reference))) return order;
  return undefined;
}

/** What a page needs of the payment. Where this browser may not see it, it leads elsewhere. */
export async function openVisit({ flow, params }: StepProps): Promise<Visit> {
  const { reference } = await params;
  const text = await requestText();
  const order = await findOrder(flow, reference);
  if (!order && flow === "direct") redirect(startAgainPath("session_missing", text.linkQuery));
  if (!order) notFound();
  return { ...order, text, session: await findSession(flow, reference) };
}

/** The same for a step that leads to a payment. One that can't be paid any more shows how it ended. */
export async function openPayable(props: StepProps): Promise<Visit> {
  const visit = await openVisit(props);
  const { view, text } = visit;
  if (!isPayable(view)) {
    // A webview that is opened again comes back to its own payment.
    const isOthers = view.state === "succeeded" || view.state === "processing";
    const already = isOthers && view.flow === "web" ? "1" : undefined;
    redirect(payPath(view, "/result", { already, ...text.linkQuery }));
  }
  return visit;
}

/** Leads to the page that says that the outcome is in question, where it is: no further try is begun then. */
export function leaveInQuestion({ view, text }: ScreenProps): void {
  if (view.isInQuestion) redirect(payPath(view, "/result", text.linkQuery));
}

/** The same for a step that only the browser which holds the order may take; any other is told where it is. */
export async function openHeld(props: StepProps): Promise<Visit> {
  const visit = await openPayable(props);
  leaveInQuestion(visit);
  const { state, transaction } = await lockOrder(visit.transaction, "step");
  if (state !== "own") leadElsewhere(visit, (await props.searchParams)["problem"]);
  return { ...visit, transaction };
}

/**
 * Leads to the page that says where the order is, under an address of its own: that page follows by itself, and must
 * never take the order by being shown again.
 */
export function leadElsewhere({ view, text }: ScreenProps, problem?: unknown): never {
  const said = typeof problem === "string" ? problem : undefined;
  redirect(payPath(view, "", { moved: "1", problem: said, ...text.linkQuery }));
}

/** The same for a step that only a verified payer may take. */
export async function openVerified(props: StepProps) {
  const visit = await openHeld(props);
  const payer = await readPayer(visit);
  if (!payer.isVerified) redirect(payPath(visit.view, "/verify", visit.text.linkQuery));
  return { ...visit, payer };
}

/**
 * Who pays, as far as this browser knows. A remembered one needs no session before the payment starts; a device that
 * remembers somebody else than the session's payer tells nothing.
 */
export async function readPayer({ view, session }: Visit) {
  const { deviceId, bankId } = await readDevice(view.flow);
  const { payers } = await getServices();
  const device = deviceId === undefined ? undefined : await payers.device(deviceId, session?.id);
  return {
    isVerified: session ? session.verifiedBy !== null : device !== undefined,
    isRemembered: device !== undefined,
    maskedEmail: device?.maskedEmail ?? session?.maskedEmail ?? undefined,
    lastBankId: view.lastBankId ?? (device && bankId),
  };
}

/**
 * Tells the shop's page how far the payer is, as long as this browser holds the order. Link previews and prefetches are
 * nobody.
 */
export async function noteStep(
  transaction: Transaction,
  step: "opened" | "choosing" | "reviewing",
): Promise<void> {
  if (deviceOf(await headers()).isUnattended) return;
  const browserId = transaction.flow === "web" ? await shownBrowserId(transaction) : undefined;
  const { checkout } = await getServices();
  await checkout.notePayerStep(transaction, step, browserId);
}
