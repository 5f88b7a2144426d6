import { isFinal } from "#components/checkout/screen.ts";
import {
  type AskedPayment,
  type Case,
  diagnose,
  type Finding,
} from "#lib/merchants/embedding/check.ts";
import { referenceOf } from "#lib/merchants/embedding/reference.ts";
import { getServices } from "#lib/services/index.ts";

export type Query = Record<string, string | string[] | undefined>;

export type Typed = Omit<Case, "payment"> & { reference: string };

// The server accepts no longer address.
const MAX_LENGTH = 12_000;

/** Repeated or missing fields are empty. */
export function readTyped(query: Query): Typed {
  const read = (name: string) => {
    const value = query[name];
    return typeof value === "string" ? value.slice(0, MAX_LENGTH) : "";
  };
  return {
    reference: referenceOf(read("reference")),
    origin: read("origin"),
  };
}

/** `admitPage` limits its rate. */
export async function lookAt(
  typed: Typed,
  checkoutUrl: string,
): Promise<{ findings: Finding[]; isKnown: boolean }> {
  if (Object.values(typed).every((value) => value === "")) return { findings: [], isKnown: false };
  const payment = await askPayment(typed.reference);
  return {
    findings: diagnose({ ...typed, payment }, checkoutUrl),
    isKnown: typeof payment !== "string",
  };
}

async function askPayment(reference: string): Promise<AskedPayment> {
  if (reference === "") return "not-asked";
  const { checkout } = await getServices();
  const view = await checkout.view(reference, "web");
  if (!view) return "unknown";
  return { isFinished: isFinal(view), ancestors: view.frameAncestors };
}
