import { type Policy, parsePolicies } from "./csp.ts";

/** What a page's own headers say that bears on a frame in it. */
export type PageHeaders = {
  policies: Policy[];
  /** Frames need a policy of that kind themselves to be shown. */
  isolates: "require-corp" | "credentialless" | undefined;
};

/**
 * Reads what a developer pasted: a policy alone, the headers of a page, or its `<meta http-equiv>`. Nothing but text:
 * merchants' pages are never asked for.
 */
export function readPageHeaders(text: string): PageHeaders {
  const policies: Policy[] = [];
  let isolates: PageHeaders["isolates"];
  for (const { name, value } of headersIn(text)) {
    if (name === "content-security-policy") policies.push(...parsePolicies(value));
    if (name === "content-security-policy-report-only")
      policies.push(...parsePolicies(value, true));
    if (name === "cross-origin-embedder-policy") isolates = isolationOf(value) ?? isolates;
  }
  return { policies, isolates };
}

function headersIn(text: string): { name: string; value: string }[] {
  const metas = [...text.matchAll(/<meta\b[^>]*>/gi)].map(([tag]) => attributesOf(tag));
  if (metas.length > 0) {
    return metas.map((meta) => ({
      name: meta.get("http-equiv")?.toLowerCase() ?? "",
      value: meta.get("content") ?? "",
    }));
  }
  const lines = text.split(/\r?\n/).map((line) => /^\s*([a-z][a-z-]*)\s*:\s+(.*)$/i.exec(line));
  const headers = lines
    .filter((line) => line !== null)
    .map(([, name = "", value = ""]) => ({ name: name.toLowerCase(), value }));
  // A policy of several lines without its header's name.
  return headers.length > 0
    ? headers
    : [{ name: "content-security-policy", value: text.replaceAll(/\s+/g, " ") }];
}

function isolationOf(value: string): PageHeaders["isolates"] {
  const [kind] = value.trim().toLowerCase().split(/[;\s]/);
  return kind === "require-corp" || kind === "credentialless" ? kind : undefined;
}

/**
 * The flags of a frame's `sandbox`, from the attribute's value or the whole tag; `undefined` for a frame that has none,
 * from which nothing is taken.
 */
export function readSandbox(text: string): Set<string> | undefined {
  const pasted = text.trim();
  if (pasted === "") return undefined;
  if (!pasted.includes("<")) return flagsOf(pasted.replace(/^sandbox\s*=\s*/i, ""));
  const [tag] = /<iframe\b[^>]*>/i.exec(pasted) ?? [];
  const value = tag === undefined ? undefined : attributesOf(tag).get("sandbox");
  return value === undefined ? undefined : flagsOf(value);
}

/** The flags in a list such as `allow-scripts allow-forms`, whatever quotes stand around it. */
export function flagsOf(text: string): Set<string> {
  const flags = text.replaceAll(/["']/g, " ").toLowerCase().split(/\s+/);
  return new Set(flags.filter((flag) => flag !== ""));
}

function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  const inner = tag.replace(/^<[a-z]+/i, "").replace(/\/?>$/, "");
  for (const [, name = "", double, single, bare] of inner.matchAll(
    /([^\s=/>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/g,
  )) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? "");
  }
  return attributes;
}
