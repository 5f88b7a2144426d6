import { z } from "zod";

const envelope = { v: z.literal(1), seq: z.int().nonnegative() };
const reference = z.string();

/** What a framed checkout tells the embedding page. Sent to registered origins only, `seq` counts up per document. */
export const frameMessageSchema = z.discriminatedUnion("type", [
  z.strictObject({ ...envelope, type: z.literal("ready"), reference }),
  z.strictObject({ ...envelope, type: z.literal("resize"), height: z.int().positive() }),
  z.strictObject({ ...envelope, type: z.literal("state"), reference, state: z.string() }),
  z.strictObject({
    ...envelope,
    type: z.literal("outcome"),
    reference,
    status: z.enum(["succeeded", "failed"]),
    returnUrl: z.string(),
  }),
]);

/** What the embedding page answers to `outcome` when it does the navigation itself. */
export const frameAckSchema = z.object({ v: z.literal(1), type: z.literal("ack") });

export type FrameMessage = z.infer<typeof frameMessageSchema>;

type WithoutEnvelope<M> = M extends FrameMessage ? Omit<M, "v" | "seq"> : never;

/** A frame message before it is numbered. */
export type FrameNews = WithoutEnvelope<FrameMessage>;
