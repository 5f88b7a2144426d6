import { z } from "zod";
import { parseEmail } from "#lib/platform/values/email.ts";
import { idPattern } from "#lib/platform/values/ids.ts";
import { flag, isLoopback, listOf, path } from "./variable-types.ts";

export type RoleRule = {
  value: string;
  accountId: string;
  role: z.output<typeof role>;
};

const role = z.enum(["viewer", "developer", "owner"]);

function parseDomains(text: string): string[] | undefined {
  const domains = partsOf(text).map((part) => parseEmail(`a@${part.toLowerCase()}`)?.slice(2));
  return domains.length > 0 && isComplete(domains) ? domains : undefined;
}

/** `<value>=<account>:<role>`, separated by commas. `undefined` if any is wrong. */
function parseRoleRules(text: string): RoleRule[] | undefined {
  const rules = partsOf(text).map(parseRule);
  return rules.length > 0 && isComplete(rules) ? rules : undefined;
}

const RULE = /^(?<value>.+)=(?<accountId>[a-z0-9_]+):(?<role>[a-z]+)$/;

function parseRule(text: string): RoleRule | undefined {
  const { value = "", accountId = "", role: name } = RULE.exec(text)?.groups ?? {};
  const known = role.safeParse(name);
  if (!known.success || !idPattern("acct").test(accountId)) return undefined;
  try {
    return { value: decodeURIComponent(value), accountId, role: known.data };
  } catch {
    return undefined;
  }
}

const partsOf = (text: string) => text.split(",").map((part) => part.trim());

function isComplete<T>(list: (T | undefined)[]): list is T[] {
  return !list.includes(undefined);
}

export const oidcVariables = {
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be an https URL" })
    .refine((url) => url.startsWith("https:") || isLoopback(url), {
      error: "must be an https URL; http is for this machine's loopback addresses",
    })
    .optional(),
  OIDC_CLIENT_ID: z.string().max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().max(2000).optional(),
  OIDC_CLIENT_SECRET_FILE: path.optional(),
  OIDC_NAME: z.string().trim().min(1).max(40, "must have at most 40 characters").optional(),
  OIDC_SCOPES: z
    .string()
    .regex(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/, "must start with openid, separated by spaces")
    .default("openid email profile"),
  OIDC_ALLOWED_DOMAINS: listOf(
    parseDomains,
    "must be domains of e-mail addresses such as example.com, separated by commas",
  ).optional(),
  OIDC_EMAIL_VERIFIED_CLAIM: z.string().max(200).default("email_verified"),
  OIDC_ROLES: listOf(
    parseRoleRules,
    "must be rules such as payments-team=acct_…:owner, separated by commas; roles are owner, developer and viewer",
  ).optional(),
  OIDC_ROLES_CLAIM: z.string().max(200).default("groups"),
  OIDC_ONLY: flag.default(false),
};

const variables = z.object(oidcVariables);
type Variables = z.output<typeof variables>;

export function oidcProblems(values: Variables): [name: string, problem: string][] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_CLIENT_SECRET_FILE } = values;
  const needed = {
    OIDC_ISSUER,
    OIDC_CLIENT_ID,
    OIDC_CLIENT_SECRET: OIDC_CLIENT_SECRET ?? OIDC_CLIENT_SECRET_FILE,
  };
  const extra = [values.OIDC_NAME, values.OIDC_ALLOWED_DOMAINS, values.OIDC_ROLES];
  const isWanted = [...Object.values(needed), ...extra].some(Boolean) || values.OIDC_ONLY;
  const missing = Object.entries(needed).filter(([, value]) => !value);
  const problems = isWanted
    ? missing.map(([name]): [string, string] => [
        name,
        "is required for sign-in with OpenID Connect",
      ])
    : [];
  if (values.OIDC_ONLY && !values.OIDC_ALLOWED_DOMAINS) {
    // Without passwords, existing users have no other way to connect.
    problems.push(["OIDC_ALLOWED_DOMAINS", "is required together with OIDC_ONLY"]);
  }
  return problems;
}

export function oidcOf(values: Variables) {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  } = values;
  if (!issuer || !clientId || !clientSecret) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    name: values.OIDC_NAME ?? new URL(issuer).hostname,
    scopes: values.OIDC_SCOPES,
    allowedDomains: values.OIDC_ALLOWED_DOMAINS ?? [],
    emailVerifiedClaim: values.OIDC_EMAIL_VERIFIED_CLAIM,
    roles: values.OIDC_ROLES ?? [],
    rolesClaim: values.OIDC_ROLES_CLAIM,
    isOnly: values.OIDC_ONLY,
  };
}

export type OidcSettings = NonNullable<ReturnType<typeof oidcOf>>;
