/** A message of the checkout in the frame, without its numbers. */
export type CheckoutMessage =
  | { type: "ready"; reference: string }
  | { type: "resize"; height: number }
  | {
      type: "state";
      reference: string;
      state: string;
      closable: boolean;
      /** Why the shopper should stay, in the checkout's language. */
      wait?: string | undefined;
    }
  | {
      type: "outcome";
      reference: string;
      status: "succeeded" | "failed";
      returnUrl: string | null;
    }
  | { type: "error"; code: string }
  | { type: "escape" };

/** `page` identifies the document in the frame, `seq` counts within it. */
export type FrameMessage = { page: number; seq: number; news: CheckoutMessage };

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";

const FIELDS: Record<CheckoutMessage["type"], Record<string, Check>> = {
  ready: { reference: isText },
  resize: { height: Number.isFinite },
  state: {
    reference: isText,
    state: isText,
    closable: (value) => typeof value === "boolean",
    wait: (value) => value === undefined || isText(value),
  },
  outcome: {
    reference: isText,
    status: (value) => value === "succeeded" || value === "failed",
    returnUrl: (value) => value === null || isText(value),
  },
  error: { code: isText },
  escape: {},
};

/** `undefined` for another version, an unknown type or other data. */
export function parseMessage(data: unknown): FrameMessage | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { v, page, seq, type, ...rest } = data as Record<string, unknown>;
  if (v !== 1 || !Number.isFinite(page) || !Number.isFinite(seq)) return undefined;
  if (!isText(type) || !Object.hasOwn(FIELDS, type as string)) return undefined;
  const news: Record<string, unknown> = { type };
  for (const [name, isRight] of Object.entries(FIELDS[type as CheckoutMessage["type"]])) {
    if (!isRight(rest[name])) return undefined;
    if (name in rest) news[name] = rest[name];
  }
  return { page: page as number, seq: seq as number, news: news as CheckoutMessage };
}
