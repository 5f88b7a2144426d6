import { z } from "zod";

// A code, or the bank's own word, such as `AcceptedSettlementCompleted` or `DAS_I`.
const transactionStatus = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{1,59}$/);
// Well-formed and printable: it goes into paths and into the database.
const pathSegment = z
  .string()
  .min(1)
  .max(1000)
  .refine((id) => id !== "." && id !== ".." && id.isWellFormed() && !/\p{Cc}/u.test(id));
// Some banks send the address alone.
const link = z
  .preprocess(
    (given) => (typeof given === "string" ? { href: given } : given),
    z.object({ href: z.string().min(1).max(8192) }),
  )
  .optional();

const approvalLinks = { scaRedirect: link, scaOAuth: link };

const LONGEST_MESSAGE = 500;

/** For the payer, about an approval elsewhere: one line without control or direction characters. */
const psuMessage = z
  .string()
  .transform((text) =>
    Array.from(
      text
        .toWellFormed()
        .replace(/[\p{C}\p{Z}]+/gu, " ")
        .trim(),
    )
      .slice(0, LONGEST_MESSAGE)
      .join(""),
  )
  .pipe(z.string().min(1))
  .optional();

// Of an approval on our own pages, with the payer's password: never followed.
const embeddedLinks = {
  updatePsuAuthentication: link,
  updatePsuIdentification: link,
  updateEncryptedPsuAuthentication: link,
  selectAuthenticationMethod: link,
  authoriseTransaction: link,
  startAuthorisationWithPsuAuthentication: link,
  startAuthorisationWithEncryptedPsuAuthentication: link,
  startAuthorisationWithTransactionAuthorisation: link,
};

const approvalResponse = {
  psuMessage,
  _links: z.object({ ...approvalLinks, ...embeddedLinks, scaStatus: link }).default({}),
};

/** With a `paymentId` the payment exists, even if the rest is invalid. */
export const initiationResponse = z.object({
  paymentId: pathSegment,
  transactionStatus: transactionStatus.optional(),
  psuMessage,
  _links: approvalResponse._links
    .unwrap()
    .extend({ startAuthorisation: link, startAuthorisationWithPsuIdentification: link })
    .default({}),
});
export type InitiationResponse = z.infer<typeof initiationResponse>;

export const startAuthorisationResponse = z.object(approvalResponse);

export type ApprovalResponse = z.infer<typeof startAuthorisationResponse>;

export function isEmbedded({ _links: links }: ApprovalResponse): boolean {
  return Object.keys(embeddedLinks).some((name) => links[name as keyof typeof links] !== undefined);
}

export const statusResponse = z.object({ transactionStatus });

const written = z.union([z.string().max(20), z.number()]).optional();

export const paymentResponse = z.object({
  // For banks without a separate status.
  transactionStatus: transactionStatus.optional(),
  endToEndIdentification: z.string().max(35).optional(),
  // Some banks write `content` for `amount`.
  instructedAmount: z
    .object({ currency: z.string().max(3), amount: written, content: written })
    .optional(),
  creditorAccount: z.object({ iban: z.string().max(50).optional() }).optional(),
});
export const paymentWithStatusResponse = paymentResponse.extend({ transactionStatus });
export type PaymentResponse = z.infer<typeof paymentResponse>;

export const authorisationsResponse = z.object({ authorisationIds: z.array(pathSegment).max(10) });

export const scaStatusResponse = z.object({ scaStatus: z.string().max(50) });
