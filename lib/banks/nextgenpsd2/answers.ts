import { z } from "zod";

const transactionStatus = z.string().regex(/^[A-Z]{4}$/);
const pathSegment = z
  .string()
  .min(1)
  .max(200)
  .refine((id) => id !== "." && id !== "..");
const href = z.object({ href: z.string().min(1).max(2048) });

const approvalLinks = { scaRedirect: href.optional(), scaOAuth: href.optional() };

/** Answer to a payment initiation (201). With an id there is a payment, whatever is wrong with the rest. */
export const initiationAnswer = z.object({
  paymentId: pathSegment,
  transactionStatus: transactionStatus.optional().catch(undefined),
  _links: z.object({ ...approvalLinks, startAuthorisation: href.optional() }).catch({}),
});
export type InitiationAnswer = z.infer<typeof initiationAnswer>;

/** Answer to the explicit start of an authorisation (201). */
export const startAuthorisationAnswer = z.object({
  scaStatus: z.string().max(50),
  _links: z.object(approvalLinks),
});

/** Where a payer can approve: links of an initiation or of an authorisation. */
export type ApprovalLinks = z.infer<typeof startAuthorisationAnswer>["_links"];

/** Answer to a status request. */
export const statusAnswer = z.object({ transactionStatus });

/** The payment as the bank repeats it. Everything we compare is optional: a bank may leave it out. */
export const paymentAnswer = z.object({
  endToEndIdentification: z.string().max(35).optional(),
  instructedAmount: z
    .object({ currency: z.string().max(3), amount: z.union([z.string().max(20), z.number()]) })
    .optional(),
  creditorAccount: z.object({ iban: z.string().max(50).optional() }).optional(),
});
export type PaymentAnswer = z.infer<typeof paymentAnswer>;

/** Ids of the authorisation sub-resources. */
export const authorisationsAnswer = z.object({ authorisationIds: z.array(pathSegment).max(10) });

/** SCA status of one authorisation. */
export const scaStatusAnswer = z.object({ scaStatus: z.string().max(50) });
