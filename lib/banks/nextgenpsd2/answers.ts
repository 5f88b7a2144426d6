import { z } from "zod";

const transactionStatus = z.string().regex(/^[A-Z]{4}$/);
const pathSegment = z
  .string()
  .min(1)
  .max(200)
  .refine((id) => id !== "." && id !== "..");
const href = z.object({ href: z.string().min(1).max(2048) });

/** Answer to a payment initiation (201). */
export const initiationAnswer = z.object({
  transactionStatus,
  paymentId: pathSegment,
  _links: z.object({ scaRedirect: href.optional() }),
});
export type InitiationAnswer = z.infer<typeof initiationAnswer>;

/** Answer to a status request. */
export const statusAnswer = z.object({ transactionStatus });

/** The payment as the bank repeats it. Everything we compare is optional: a bank may leave it out. */
export const paymentAnswer = z.object({
  endToEndIdentification: z.string().max(35).optional(),
  instructedAmount: z
    .object({ currency: z.string().max(3), amount: z.string().max(20) })
    .optional(),
  creditorAccount: z.object({ iban: z.string().max(50).optional() }).optional(),
});
export type PaymentAnswer = z.infer<typeof paymentAnswer>;

/** Ids of the authorisation sub-resources. */
export const authorisationsAnswer = z.object({ authorisationIds: z.array(pathSegment).max(10) });

/** SCA status of one authorisation. */
export const scaStatusAnswer = z.object({ scaStatus: z.string().max(50) });

const errorCode = z.string().regex(/^[A-Z][A-Z0-9_]{2,60}$/);

/** A refusal: the standard's own `tppMessages`, or its RFC 7807 form. The free text is left behind: it may be personal. */
export const refusalAnswer = z.union([
  z.object({ tppMessages: z.tuple([z.object({ code: errorCode })], z.unknown()) }),
  z.object({ type: z.string(), code: errorCode }),
]);

/** The first code of a refusal. */
export function refusalCode(refusal: z.infer<typeof refusalAnswer>): string {
  return "code" in refusal ? refusal.code : refusal.tppMessages[0].code;
}
