import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import {
  isPayable,
  isReportable,
  isTransferOnly,
  type ScreenProps,
} from "#components/checkout/screen.ts";
import { problemText } from "#lib/next/actions/problem.ts";
import { deviceOf, isBroughtUpToDate } from "#lib/next/request/device.ts";
import { loadOrder } from "#lib/next/request/loaded-order.ts";
import { requestText } from "#lib/next/request/text.ts";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import { getServices } from "#lib/services/index.ts";
import { CheckoutContent, checkoutTitle } from "./checkout-content.tsx";
import type { CheckoutScreenProps } from "./checkout-screen.tsx";

type Query = Record<string, string | string[] | undefined>;
type Props = { searchParams: Promise<Query> };

const resolve = cache(async (reference: unknown, asked: unknown) => {
  if (typeof reference !== "string") return undefined;
  const view = (await loadOrder("web", reference))?.view;
  const mayTransfer = view?.transfer && isPayable(view);
  if (!mayTransfer || !(asked === "transfer" || isTransferOnly(view))) return view;
  const { checkout, transfers } = await getServices();
  await transfers.prepare(reference);
  // `prepare` may have polled the bank of a declined payment attempt.
  return view.lastDecline === null ? view : checkout.view(reference, "web");
});

/** A page opened after the outcome redirects only once, as the shop may lead back to it. */
async function open(query: Query, list: Headers): Promise<CheckoutView | undefined> {
  const view = await resolve(query["reference"], query["view"]);
  if (!view?.returnsByItself || view.returnUrl === null) return view;
  const { checkout } = await getServices();
  const isOpen = isBroughtUpToDate(list);
  const leads = (isOpen || !deviceOf(list).isUnattended) && (await checkout.takeReturn(view));
  return { ...view, returnsByItself: leads || isOpen };
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const [query, list, text] = await Promise.all([searchParams, headers(), requestText()]);
  const view = await resolve(query["reference"], query["view"]);
  if (!view) return { title: text.messages.checkout.unknown.tab };
  return { title: checkoutTitle(shownFor(query, list, { view, text })) };
}

export default async function CheckoutPage({ searchParams }: Props) {
  const [query, list] = await Promise.all([searchParams, headers()]);
  const view = await open(query, list);
  if (!view) notFound();
  const text = await requestText();
  return (
    <CheckoutContent
      {...shownFor(query, list, { view, text })}
      problem={problemText(query["problem"], text)}
    />
  );
}

function shownFor(query: Query, list: Headers, { view, text }: ScreenProps): CheckoutScreenProps {
  return {
    view,
    text,
    confirms: confirming(query, view),
    shows: isTransferOnly(view) ? "transfer" : shows(query["view"], list),
    isPhone: deviceOf(list).kind === "phone",
    isBack: comesBack(query, view, list),
    chosenView: query["view"] === "qr",
  };
}

function confirming(query: Query, view: CheckoutView): "cancel" | "unsent" | undefined {
  const mayCancel = (isPayable(view) && !view.isInQuestion) || isReportable(view);
  if (query["confirm"] === "cancel" && mayCancel) return "cancel";
  if (query["confirm"] === "unsent" && view.transfer?.reportedAt) return "unsent";
  return undefined;
}

/** Back from the app, or on the phone that opened the order. */
function comesBack(query: Query, view: CheckoutView, list: Headers): boolean {
  if (!isPayable(view) || isTransferOnly(view)) return false;
  if (confirming(query, view) !== undefined) return false;
  const isOnPhone = shows(query["view"], list) === "app";
  return query["view"] === "back" || (view.state === "opened" && isOnPhone);
}

function shows(asked: Query[string], list: Headers): "qr" | "app" | "transfer" {
  if (asked === "qr" || asked === "app" || asked === "transfer") return asked;
  return deviceOf(list).kind === "phone" ? "app" : "qr";
}
