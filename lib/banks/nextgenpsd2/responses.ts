import { z } from "zod";

const transactionStatus = z.string().regex(/^[A-Z]{4}$/);
const pathSegment = z
  .string()
  .min(1)
  .max(200)
  .refine((id) => id !== "." && id !== "..");
// Some banks send the address alone.
const link = z
  .preprocess(
    (given) => (typeof given === "string" ? { href: given } : given),
    z.object({ href: z.string().min(1).max(2048) }),
  )
  .optional();

const approvalLinks = { scaRedirect: link, scaOAuth: link };

/** With a `paymentId` the payment exists, even if the rest is invalid. */
export const initiationResponse = z.object({
  paymentId: pathSegment,
  transactionStatus: transactionStatus.optional(),
  _links: z.object({ ...approvalLinks, startAuthorisation: link }).default({}),
});
export type InitiationResponse = z.infer<typeof initiationResponse>;

export const startAuthorisationResponse = z.object({
  _links: z.object(approvalLinks).default({}),
});

export type ApprovalLinks = z.infer<typeof startAuthorisationResponse>["_links"];

export const statusResponse = z.object({ transactionStatus });

export const paymentResponse = z.object({
  endToEndIdentification: z.string().max(35).optional(),
  instructedAmount: z
    .object({ currency: z.string().max(3), amount: z.union([z.string().max(20), z.number()]) })
    .optional(),
  creditorAccount: z.object({ iban: z.string().max(50).optional() }).optional(),
});
export type PaymentResponse = z.infer<typeof paymentResponse>;

export const authorisationsResponse = z.object({ authorisationIds: z.array(pathSegment).max(10) });

export const scaStatusResponse = z.object({ scaStatus: z.string().max(50) });
