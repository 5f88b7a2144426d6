import { ROLES, type Role } from "#lib/identity/model/roles.ts";
import type { OidcSettings } from "#lib/platform/configuration/oidc-settings.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { emailKey, parseEmail } from "#lib/platform/values/email.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { Claims } from "./provider.ts";

const GOOGLE = "https://accounts.google.com";

/**
 * The address, if the provider asserts that the user controls it.
 * @throws AppError `oidc_email_unverified`, `oidc_domain`
 */
export function emailIn(claims: Claims, settings: OidcSettings): string {
  const parsed = typeof claims["email"] === "string" ? parseEmail(claims["email"]) : undefined;
  if (parsed === undefined) throw new AppError("oidc_email_unverified");
  const email = emailKey(parsed);
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (!isVerified(claims, settings, domain)) throw new AppError("oidc_email_unverified");
  const { allowedDomains } = settings;
  if (allowedDomains.length > 0 && !allowedDomains.includes(domain)) {
    throw new AppError("oidc_domain");
  }
  return email;
}

function isVerified(claims: Claims, settings: OidcSettings, domain: string): boolean {
  // Cognito sends text, Entra ID a number.
  const isAsserted = [true, "true", 1, "1"].includes(
    claims[settings.emailVerifiedClaim] as string | number | boolean,
  );
  // Google verifies other addresses once, and keeps them when the mailbox changes hands. Workspace names `hd`.
  const isKept =
    claims.iss !== GOOGLE || domain === "gmail.com" || typeof claims["hd"] === "string";
  return isAsserted && isKept;
}

export function nameIn(claims: Claims, email: string): string {
  const name = typeof claims["name"] === "string" ? claims["name"].trim() : "";
  return isPrintable(name, 70) ? name : email.slice(0, email.lastIndexOf("@"));
}

/**
 * The highest role for each account.
 * @throws AppError `oidc_failed` if the token leaves the values out because there are too many
 */
export function rolesIn(claims: Claims, settings: OidcSettings): Map<string, Role> {
  const roles = new Map<string, Role>();
  if (settings.roles.length === 0) return roles;
  const values = new Set(valuesIn(claims, settings.rolesClaim));
  for (const { value, accountId, role } of settings.roles) {
    if (!values.has(value)) continue;
    const others = [role, roles.get(accountId)];
    roles.set(accountId, ROLES.findLast((each) => others.includes(each)) ?? role);
  }
  return roles;
}

function valuesIn(claims: Claims, path: string): string[] {
  const found = claims[path] ?? path.split(".").reduce<unknown>(memberOf, claims);
  // Entra ID, for more than 200 groups. To ignore it would remove memberships.
  const elsewhere = memberOf(claims["_claim_names"], path);
  if (found === undefined && (elsewhere !== undefined || claims["hasgroups"] === true)) {
    throw new AppError("oidc_failed");
  }
  const values = Array.isArray(found) ? found : [found];
  return values.filter((value) => typeof value === "string");
}

function memberOf(value: unknown, name: string): unknown {
  const isObject = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isObject ? (value as Record<string, unknown>)[name] : undefined;
}
