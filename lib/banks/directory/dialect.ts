import { z } from "zod";
import { PROOFS } from "#lib/banks/connector.ts";
import { REQUEST_TARGET } from "#lib/banks/nextgenpsd2/signature.ts";
import { dependsOnSca, isStandardStatus } from "#lib/banks/nextgenpsd2/status.ts";

const quirk = z.enum([
  "explicit-authorisation",
  "no-authorisation-list",
  "amounts-as-numbers",
  "ipv4-only",
  "status-in-order",
  "psu-id",
  "payer-iban",
]);

const MEANINGS = ["RCVD", "PATC", "PDNG", "ACTC", "ACCP", "ACSP", "RJCT", "CANC"] as const;
const FINAL_CODES = new Set(["ACTC", "ACCP", "ACFC", "ACWC", "ACSP", "ACWP"]);

const word = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{1,59}$/, "must be a word of the bank's");

const ownWord = word.refine((given) => !isStandardStatus(given), "is a code of the standard");

const finalWord = word.refine(
  (given) => !isStandardStatus(given) || FINAL_CODES.has(given),
  `must be a word of the bank's own, or one of ${[...FINAL_CODES].join(", ")}`,
);

const MOST_MINUTES = 7 * 24 * 60;

const minutes = `must be a whole number of minutes, from 1 to ${MOST_MINUTES}`;

/** How a bank differs from most. */
export const dialect = {
  version: z
    .string()
    .regex(/^(v\d{1,2}(\.\d{1,2})?)?$/, 'must be a version such as v1 or v1.1, or ""')
    .optional(),
  approval: z.enum(["redirect", "decoupled"]).optional(),
  approvalMinutes: z.int(minutes).min(1, minutes).max(MOST_MINUTES, minutes).optional(),
  proof: z.enum(PROOFS).optional(),
  statuses: z.record(ownWord, z.enum(MEANINGS, `must be one of ${MEANINGS.join(", ")}`)).optional(),
  finalStatuses: z.array(finalWord).min(1).max(20).optional(),
  quirks: z.array(quirk).default([]),
};

const SIGNED_NAME = /^[a-z][a-z0-9-]{0,99}$/;

/** Signed headers, in order. */
export const signedHeaders = z
  .array(
    z
      .string()
      .refine(
        (name) => name === REQUEST_TARGET || SIGNED_NAME.test(name),
        `must be a header's name in small letters, or ${REQUEST_TARGET}`,
      ),
  )
  .max(20)
  .refine((names) => names.includes("digest"), "must contain digest, or the body is not signed")
  .refine((names) => new Set(names).size === names.length, "must contain each name once")
  .optional();

type Words = {
  statuses?: Record<string, (typeof MEANINGS)[number]> | undefined;
  finalStatuses?: string[] | undefined;
  quirks: z.infer<typeof quirk>[];
};

/** A final word that unapproved payments have too counts only with a list of approvals. */
export function ambiguousFinals({ statuses = {}, finalStatuses = [], quirks }: Words): string[] {
  if (!quirks.includes("no-authorisation-list")) return [];
  return finalStatuses.filter((given) => {
    const code = isStandardStatus(given) ? given : statuses[given];
    return code !== undefined && dependsOnSca(code);
  });
}
