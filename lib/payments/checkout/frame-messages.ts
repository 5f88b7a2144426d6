import { z } from "zod";

const v = z.literal(1);
const envelope = { v, page: z.int().nonnegative(), seq: z.int().nonnegative() };
const reference = z.string();

/**
 * What a framed checkout tells the embedding page. Sent to registered origins only. `page` is another number for each
 * document in the frame, within which `seq` counts up; both stay when a message is told again.
 */
export const frameMessageSchema = z.discriminatedUnion("type", [
  z.strictObject({ ...envelope, type: z.literal("ready"), reference }),
  z.strictObject({ ...envelope, type: z.literal("resize"), height: z.int().positive() }),
  z.strictObject({
    ...envelope,
    type: z.literal("state"),
    reference,
    state: z.string(),
    /** False from the bank's approval until the outcome is told: whoever went away now would not learn it here. */
    closable: z.boolean(),
    /** Words for whoever wants to go away all the same, in the checkout's language. */
    wait: z.string().optional(),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("outcome"),
    reference,
    status: z.enum(["succeeded", "failed"]),
    /** Where the shopper goes now; `null` if the merchant gave no address. */
    returnUrl: z.string().nullable(),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal("error"),
    /** `return_blocked`: the browser wants a click to go back. `unexpected`: the page broke. */
    code: z.enum(["return_blocked", "unexpected"]),
  }),
  /** The Escape key, where nothing in the page has a use for it: the dialog around it may. Never told again. */
  z.strictObject({ ...envelope, type: z.literal("escape") }),
]);

/**
 * What the embedding page tells the frame: `hello` asks for everything that was told so far, `ack` answers an `outcome`
 * and takes the navigation over, `leave` asks for the outcome at once instead of after the time to read it.
 */
export const parentMessageSchema = z.object({ v, type: z.enum(["hello", "ack", "leave"]) });

export type FrameMessage = z.infer<typeof frameMessageSchema>;
export type ParentMessage = z.infer<typeof parentMessageSchema>;

type WithoutEnvelope<M> = M extends FrameMessage ? Omit<M, "v" | "page" | "seq"> : never;

/** A frame message before it is numbered. */
export type FrameNews = WithoutEnvelope<FrameMessage>;
