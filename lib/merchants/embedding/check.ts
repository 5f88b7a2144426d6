import { parseOrigin } from "#lib/merchants/accounts/origin.ts";
import { judge, type Policy } from "./csp.ts";
import { flagsOf, readAllow, readPageHeaders, readSandbox } from "./pasted.ts";
import {
  fixedAllow,
  fixedPolicy,
  keptFeatures,
  type Permissions,
  unlentFeatures,
} from "./permissions.ts";

/** Sandbox flags for the full checkout. */
export const NEEDED_FLAGS = [
  "allow-scripts",
  "allow-same-origin",
  "allow-forms",
  "allow-popups",
  "allow-popups-to-escape-sandbox",
  "allow-top-navigation-by-user-activation",
] as const;

export type NeededFlag = (typeof NEEDED_FLAGS)[number];

/** `unknown` also covers payments of another flow. */
export type AskedPayment = "not-asked" | "unknown" | { isFinished: boolean; ancestors: string[] };

/** Untrusted input. */
export type Case = { origin: string; csp: string; sandbox: string; payment: AskedPayment };

// Bounds the cost of a public request.
const MAX_FIELD = 4096;
const MAX_SOURCES = 200;

export type Site = { checkoutUrl: string; scriptUrl: string };

export type FindingCode =
  | "noReference"
  | "unknownReference"
  | "finished"
  | "payable"
  | "noOrigin"
  | "badOrigin"
  | "registered"
  | "unregistered"
  | "mixed"
  | "mixedLoopback"
  | "plainPage"
  | "cut"
  | "noPolicy"
  | "unread"
  | "frameBlocked"
  | "frameAllowed"
  | "scriptBlocked"
  | "scriptNonce"
  | "scriptAllowed"
  | "isolated"
  | "noSandbox"
  | "sandboxFine"
  | "featuresKept"
  | "featuresUnlent"
  | "featuresFine"
  | "cookies"
  | NeededFlag;

export type Finding = {
  code: FindingCode;
  /** `bad` blocks or breaks something. `note` is for information. */
  level: "good" | "bad" | "note";
  values: Record<string, string>;
  /** A line to copy as the fix. */
  copy?: string;
};

/** Pure: no I/O, no state. */
export function diagnose(asked: Case, site: Site): Finding[] {
  const cut = (text: string) => text.slice(0, MAX_FIELD);
  const given = {
    ...asked,
    origin: cut(asked.origin),
    csp: cut(asked.csp),
    sandbox: cut(asked.sandbox),
  };
  const page = originOf(given.origin);
  const headers = readPageHeaders(given.csp);
  const policies = limitSources(headers.policies);
  const isCut =
    given.csp !== asked.csp || given.sandbox !== asked.sandbox || policies !== headers.policies;
  return [
    ...(isCut
      ? [note("cut", { characters: String(MAX_FIELD), sources: String(MAX_SOURCES) })]
      : []),
    ...findPayment(given.payment),
    ...findOrigin(given, page),
    ...findMixed(page, site),
    ...(headers.isUnread ? [note("unread")] : findPolicies(policies, page, site)),
    ...(headers.isolates ? [bad("isolated", { value: headers.isolates })] : []),
    ...findSandbox(given.sandbox, policies),
    ...findFeatures(given.sandbox, headers.permissions, site),
    { code: "cookies", level: "good", values: {} },
  ];
}

function limitSources(policies: Policy[]): Policy[] {
  const count = policies.flatMap((policy) => [...policy.values()].flat()).length;
  if (count <= MAX_SOURCES) return policies;
  let left = MAX_SOURCES;
  const limited = (values: string[]) => {
    const kept = values.slice(0, left);
    left -= kept.length;
    return kept;
  };
  return policies.map(
    (policy) => new Map([...policy].map(([name, values]) => [name, limited(values)])),
  );
}

/** Ignores the path. `undefined` if the text is no URL. */
export function originOf(text: string): string | undefined {
  const typed = text.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (typed === "" || !URL.canParse(address)) return undefined;
  return parseOrigin(new URL(address).origin);
}

function findPayment(payment: AskedPayment): Finding[] {
  if (payment === "not-asked") return [note("noReference")];
  if (payment === "unknown") return [bad("unknownReference")];
  return [payment.isFinished ? note("finished") : good("payable")];
}

function findOrigin({ origin, payment }: Case, page: string | undefined): Finding[] {
  if (page === undefined) return [origin.trim() === "" ? note("noOrigin") : bad("badOrigin")];
  // Never reveals the account's other sites.
  if (typeof payment === "string") return [];
  if (payment.ancestors.includes(page)) return [good("registered", { origin: page })];
  return [{ ...bad("unregistered", { origin: page }), copy: page }];
}

function findMixed(page: string | undefined, { checkoutUrl }: Site): Finding[] {
  if (page === undefined) return [];
  const checkout = new URL(checkoutUrl);
  const [isPlainPage, isPlainCheckout] = [page, checkout.protocol].map((url) =>
    url.startsWith("http:"),
  );
  const values = { origin: page, checkout: checkout.origin };
  if (isPlainPage) return isPlainCheckout ? [] : [note("plainPage", values)];
  if (!isPlainCheckout) return [];
  // Not all browsers treat loopback addresses as secure.
  return [isLoopback(checkout.hostname) ? note("mixedLoopback", values) : bad("mixed", values)];
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || /^(127\.|\[::1\])/.test(host);
}

function findPolicies(policies: Policy[], page: string | undefined, site: Site): Finding[] {
  if (policies.length === 0) {
    return [{ ...note("noPolicy"), ...(page && { copy: `curl -sSI '${page}/'` }) }];
  }
  const self = page === undefined ? undefined : new URL(page);
  const checkout = new URL(site.checkoutUrl);
  const script = new URL(site.scriptUrl);
  const frames = policies.map((policy) => judge(policy, "frame", checkout, self));
  const scripts = policies.map((policy) => judge(policy, "script", script, self));
  const blockedFrame = frames.find((verdict) => verdict && !verdict.isAllowed);
  const blockedScript = scripts.find((verdict) => verdict && !verdict.isAllowed);
  return [
    blockedFrame
      ? blockedBy("frameBlocked", "frame-src", blockedFrame, checkout)
      : good("frameAllowed"),
    blockedScript?.needsNonce
      ? note("scriptNonce", { directive: blockedScript.directive })
      : blockedScript
        ? blockedBy("scriptBlocked", "script-src", blockedScript, script)
        : good("scriptAllowed"),
  ];
}

function blockedBy(
  code: "frameBlocked" | "scriptBlocked",
  name: string,
  { directive, sources }: { directive: string; sources: string[] },
  { origin }: URL,
): Finding {
  // Replaces the general directive, so it repeats its sources.
  const kept = sources.filter((source) => source.toLowerCase() !== "'none'");
  const own = directive.startsWith(name) ? directive : name;
  return { ...bad(code, { directive, origin }), copy: [own, ...kept, origin].join(" ") };
}

function findSandbox(pasted: string, policies: Policy[]): Finding[] {
  const inherited = policies.map((policy) => policy.get("sandbox"));
  const all = [readSandbox(pasted), ...inherited.map((list) => list && flagsOf(list.join(" ")))];
  const sandboxes = all.filter((flags) => flags !== undefined);
  if (sandboxes.length === 0) return [good("noSandbox")];
  const missing = NEEDED_FLAGS.filter((flag) => !sandboxes.every((flags) => grants(flags, flag)));
  if (missing.length === 0) return [good("sandboxFine")];
  return missing.map((flag) => ({ ...bad(flag), copy: flag }));
}

function grants(flags: Set<string>, flag: NeededFlag): boolean {
  if (flags.has(flag)) return true;
  return flag === "allow-top-navigation-by-user-activation" && flags.has("allow-top-navigation");
}

// Notes only: the checkout works without them.
function findFeatures(pasted: string, policy: Permissions, { checkoutUrl }: Site): Finding[] {
  const { origin } = new URL(checkoutUrl);
  const allow = readAllow(pasted);
  const kept = keptFeatures(policy, origin);
  const unlent = allow === undefined ? [] : unlentFeatures(allow, origin);
  if (allow && kept.length + unlent.length === 0) return [good("featuresFine")];
  const name = (features: string[]) => ({ features: features.join(", ") });
  return [
    ...(kept.length > 0
      ? [{ ...note("featuresKept", name(kept)), copy: fixedPolicy(policy, kept, origin) }]
      : []),
    ...(allow && unlent.length > 0
      ? [{ ...note("featuresUnlent", name(unlent)), copy: `allow="${fixedAllow(allow, unlent)}"` }]
      : []),
  ];
}

function good(code: FindingCode, values: Record<string, string> = {}): Finding {
  return { code, level: "good", values };
}

function bad(code: FindingCode, values: Record<string, string> = {}): Finding {
  return { code, level: "bad", values };
}

function note(code: FindingCode, values: Record<string, string> = {}): Finding {
  return { code, level: "note", values };
}
