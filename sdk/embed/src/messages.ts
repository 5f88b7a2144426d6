/** What the checkout in the frame tells, without the fields that only number it. */
export type CheckoutMessage =
  | { type: "ready"; reference: string }
  | { type: "resize"; height: number }
  | { type: "state"; reference: string; state: string; closable: boolean }
  | {
      type: "outcome";
      reference: string;
      status: "succeeded" | "failed";
      returnUrl: string | null;
    }
  | { type: "error"; code: string };

/** A message as it came: `page` names the document in the frame, `seq` counts within it. */
export type FrameMessage = { page: number; seq: number; news: CheckoutMessage };

const isText = (value: unknown) => typeof value === "string";

const FIELDS: Record<CheckoutMessage["type"], Record<string, (value: unknown) => boolean>> = {
  ready: { reference: isText },
  resize: { height: (value) => Number.isFinite(value) },
  state: { reference: isText, state: isText, closable: (value) => typeof value === "boolean" },
  outcome: {
    reference: isText,
    status: (value) => value === "succeeded" || value === "failed",
    returnUrl: (value) => value === null || isText(value),
  },
  error: { code: isText },
};

/** Reads what came from the frame; `undefined` for another version, an unknown type, or what is no message at all. */
export function parseMessage(data: unknown): FrameMessage | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { v, page, seq, type, ...rest } = data as Record<string, unknown>;
  if (v !== 1 || !Number.isFinite(page) || !Number.isFinite(seq)) return undefined;
  if (typeof type !== "string" || !Object.hasOwn(FIELDS, type)) return undefined;
  const fields = Object.entries(FIELDS[type as CheckoutMessage["type"]]);
  if (!fields.every(([name, isRight]) => isRight(rest[name]))) return undefined;
  const named = Object.fromEntries(fields.map(([name]) => [name, rest[name]]));
  return { page: Number(page), seq: Number(seq), news: { type, ...named } as CheckoutMessage };
}
