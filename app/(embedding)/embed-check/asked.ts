import { headers } from "next/headers";
import { isFinal } from "#components/checkout/screen.ts";
import {
  type AskedPayment,
  type Case,
  diagnose,
  type Finding,
  referenceOf,
  type Site,
} from "#lib/embedding/doctor.ts";
import { lookUpNamed, mayCheckEmbedding, tooManyRequests } from "#lib/next/guesses.ts";
import { getServices } from "#lib/services.ts";

export type Query = Record<string, string | string[] | undefined>;

/** What the fields of the form hold, as typed. */
export type Typed = Omit<Case, "payment"> & { reference: string };

// As long as an address may be; the server takes no longer one anyway.
const MAX_LENGTH = 12_000;

/** Reads the form's fields from an address; whatever is repeated or missing is empty. */
export function readTyped(query: Query): Typed {
  const read = (name: string) => {
    const value = query[name];
    return typeof value === "string" ? value.slice(0, MAX_LENGTH) : "";
  };
  return {
    reference: referenceOf(read("reference")),
    origin: read("origin"),
    csp: read("csp"),
    sandbox: read("sandbox"),
  };
}

/** What was found, and whether `reference` names a payment. Whoever asks too often is told nothing for a while. */
export async function lookAt(
  typed: Typed,
  site: Site,
): Promise<{ findings: Finding[]; isKnown: boolean }> {
  if (Object.values(typed).every((value) => value === "")) return { findings: [], isKnown: false };
  const { rates } = await getServices();
  if (!mayCheckEmbedding(rates, await headers())) {
    return {
      findings: [{ code: "tooManyChecks", level: "note", values: {} }],
      isKnown: false,
    };
  }
  const payment = await askPayment(typed.reference);
  return { findings: diagnose({ ...typed, payment }, site), isKnown: typeof payment !== "string" };
}

/** What may be known of a payment by its reference. Whoever keeps asking for unknown ones is told nothing for a while. */
async function askPayment(reference: string): Promise<AskedPayment> {
  if (reference === "") return "not-asked";
  const { checkout, rates } = await getServices();
  try {
    const find = () => checkout.view(reference, "web");
    const view = await lookUpNamed(rates, await headers(), find);
    if (!view) return "unknown";
    return { isFinished: isFinal(view), ancestors: view.frameAncestors };
  } catch (error) {
    if (tooManyRequests(error)) return "too-many-asked";
    throw error;
  }
}
