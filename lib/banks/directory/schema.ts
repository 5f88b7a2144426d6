import { isIP } from "node:net";
import { isValidBIC } from "ibantools";
import { z } from "zod";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { isCurrency } from "#lib/platform/values/money.ts";
import { ambiguousFinals, dialect, signedHeaders } from "./dialect.ts";
import { fieldsOfOurs, isLoopback, missingCertificate, type Rules } from "./rules.ts";

const text = (max: number) => z.string().trim().min(1).max(max);
const path = text(1000);
const variable = z.string().regex(/^[A-Z][A-Z0-9_]{0,99}$/, "must be the name of a variable");

const OWN_HEADERS = new Set([
  "accept",
  "connection",
  "content-length",
  "content-type",
  "date",
  "digest",
  "host",
  "psu-ip-address",
  "signature",
  "tpp-decoupled-preferred",
  "tpp-explicit-authorisation-preferred",
  "tpp-nok-redirect-uri",
  "tpp-redirect-preferred",
  "tpp-redirect-uri",
  "tpp-signature-certificate",
  "transfer-encoding",
  "x-request-id",
]);

const headers = z.record(
  z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,99}$/, "is no name of a header")
    .refine((name) => !OWN_HEADERS.has(name.toLowerCase()), "is a header Bankside sets itself"),
  z.string().regex(/^[\x21-\x7e]([\x20-\x7e]{0,998}[\x21-\x7e])?$/, "must be printable ASCII"),
);

const keyPair = { certFile: path, keyFile: path, passphraseVariable: variable.optional() };

/** https, or http on loopback if `allowHttp`. */
function bankUrl(allowHttp: boolean) {
  return z
    .string()
    .refine(
      (url) => isBankUrl(url, allowHttp),
      allowHttp
        ? "must be an https URL without query (http on loopback)"
        : "must be an https URL without query",
    );
}

function isBankUrl(given: string, allowHttp: boolean): boolean {
  const url = URL.parse(given);
  if (!url || url.username || url.password || url.search || url.hash) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && allowHttp && isLoopback(url));
}

export function bankSchema(rules: Rules) {
  const url = bankUrl(rules.allowHttp);
  const entry = z.strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be lower-case letters, digits and hyphens")
      .refine((id) => !id.startsWith("sandbox"), "must not begin with sandbox"),
    name: text(100),
    country: z.string().regex(/^[A-Z]{2}$/, "must be two capital letters (ISO 3166-1)"),
    bic: z.string().refine(isValidBIC, "must be a BIC").optional(),
    logo: z.string().min(1).max(100_000).optional(),
    mode: z.enum(MODES).default("live"),
    retired: z.boolean().optional(),
    xs2aUrl: url,
    product: z
      .enum(["sepa-credit-transfers", "instant-sepa-credit-transfers"])
      .default("sepa-credit-transfers"),
    currencies: z
      .array(z.string().refine(isCurrency, "must be an ISO 4217 code"))
      .min(1)
      .default(["EUR"]),
    ownIp: z
      .string()
      .refine((ip) => isIP(ip) !== 0, "must be an IP address")
      .optional(),
    certificate: z.strictObject(keyPair).optional(),
    authoritiesFile: path.optional(),
    signing: z
      .strictObject({
        ...keyPair,
        digest: z.enum(["SHA-256", "SHA-512"]).default("SHA-256"),
        keyId: z
          .string()
          .regex(/^[\x20-\x21\x23-\x7e]{1,500}$/, "must be printable ASCII without quotes")
          .optional(),
        headers: signedHeaders,
      })
      .optional(),
    oauth: z
      .strictObject({
        step: z.enum(["before-order", "approval"]),
        issuer: url,
        clientId: text(200),
        scope: text(200).default("PIS"),
        metadataUrl: url.optional(),
      })
      .optional(),
    clientToken: z
      .strictObject({
        tokenUrl: url,
        clientId: text(200),
        secretVariable: variable.optional(),
        scope: text(200).optional(),
      })
      .optional(),
    headers: headers.default({}),
    ...dialect,
  });
  return entry.superRefine((bank, context) => {
    const refuse = (path: string[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    const missing = missingCertificate(bank, rules);
    if (missing !== undefined) refuse(["certificate"], missing);
    for (const path of fieldsOfOurs(bank, rules)) refuse(path, "is an address of Bankside itself");
    if (bank.clientToken && hasHeader(bank.headers, "authorization")) {
      refuse(
        ["headers", "Authorization"],
        "can't be there beside clientToken, which is sent in it",
      );
    }
    for (const word of ambiguousFinals(bank)) {
      const reason = "also stands for a payment that is not approved";
      refuse(
        ["finalStatuses"],
        `${word} ${reason}: it needs the list that no-authorisation-list hides`,
      );
    }
  });
}

const hasHeader = (headers: Record<string, string>, name: string) =>
  Object.keys(headers).some((given) => given.toLowerCase() === name);

export type BankEntry = z.infer<ReturnType<typeof bankSchema>>;

/** For a key of a record, the schema of the keys knows the reason. */
export function sentenceOf(issue: z.core.$ZodIssue): string {
  const [inner] = issue.code === "invalid_key" ? issue.issues : [];
  return inner?.message ?? issue.message;
}
