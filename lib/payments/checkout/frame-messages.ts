import { z } from "zod";
import { OUTCOMES } from "#lib/payments/model/status.ts";

const v = z.literal(1);
const envelope = { v, page: z.int().nonnegative(), seq: z.int().nonnegative() };
const reference = z.string();

/** To registered origins only. `seq` counts within a document's `page`; a resent message keeps both. */
export const frameMessageSchema = z.discriminatedUnion("type", [
  z.strictObject({ ...envelope, type: z.literal("ready"), reference }),
  z.strictObject({ ...envelope, type: z.literal("resize"), height: z.int().positive() }),
  z.strictObject({
    ...envelope,
    type: z.literal("state"),
    reference,
    state: z.string(),
    /** False from the approval until the outcome: a shopper who leaves misses it. */
    closable: z.boolean(),
    /** For a shopper who still wants to leave, in the checkout's language. */
    wait: z.string().optional(),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("outcome"),
    reference,
    status: z.enum(OUTCOMES),
    /** `null` without a merchant URL. */
    returnUrl: z.string().nullable(),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("error"),
    /** `return_blocked`: the browser requires a click to go back. `unexpected`: the page broke. */
    code: z.enum(["return_blocked", "unexpected"]),
  }),
  /** Only if nothing in the page uses the Escape key. Never resent. */
  z.strictObject({ ...envelope, type: z.literal("escape") }),
]);

/** `hello` requests all messages so far. `ack` confirms an `outcome` and navigates. `leave` skips the time to read it. */
export const parentMessageSchema = z.object({ v, type: z.enum(["hello", "ack", "leave"]) });

export type FrameMessage = z.infer<typeof frameMessageSchema>;
export type ParentMessage = z.infer<typeof parentMessageSchema>;

type WithoutEnvelope<M> = M extends FrameMessage ? Omit<M, "v" | "page" | "seq"> : never;

export type FrameNews = WithoutEnvelope<FrameMessage>;
