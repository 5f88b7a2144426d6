import { defaultTreeAdapter, parse } from "parse5";
import { hasKnownDirective, type Policy, parsePolicies } from "./csp.ts";
import { type Permissions, parseAllow, parsePermissionsPolicy } from "./permissions.ts";

export type PageHeaders = {
  /** Without those that only report. */
  policies: Policy[];
  /** Frames then need an embedder policy too. */
  isolates: "require-corp" | "credentialless" | undefined;
  /** Limits for its frames. */
  permissions: Permissions;
  /** No header was found in the text. */
  isUnread: boolean;
};

type Header = { name: string; value: string };

/** Accepts a policy, headers, `<meta http-equiv>` or server configuration. Never requests merchants' pages. */
export function readPageHeaders(text: string): PageHeaders {
  const policies: Policy[] = [];
  let isolates: PageHeaders["isolates"];
  let permissions: Permissions = new Map();
  let hasOther = false;
  for (const { name, value } of headersIn(text)) {
    if (name === "content-security-policy") policies.push(...knownPolicies(value));
    if (name === "content-security-policy-report-only") {
      hasOther ||= knownPolicies(value).length > 0;
    }
    if (name === "cross-origin-embedder-policy") {
      isolates = isolationOf(value) ?? isolates;
      hasOther = true;
    }
    if (name === "permissions-policy") {
      permissions = new Map([...permissions, ...parsePermissionsPolicy(value)]);
      hasOther = true;
    }
  }
  const isUnread = text.trim() !== "" && policies.length === 0 && !hasOther;
  return { policies, isolates, permissions, isUnread };
}

// Any words parse as a directive, so only known names count.
function knownPolicies(value: string): Policy[] {
  return parsePolicies(value).filter(hasKnownDirective);
}

/** Policies from headers and from the page both count. */
function headersIn(text: string): Header[] {
  const metas = tagsIn(text, "meta")
    .map((meta) => ({
      name: meta.get("http-equiv")?.trim().toLowerCase() ?? "",
      value: meta.get("content") ?? "",
    }))
    // Browsers accept a permissions policy only from a header.
    .filter(({ name }) => HEADERS.includes(name) && name !== "permissions-policy");
  const headers = [...headerLines(text), ...metas];
  // A multi-line policy without a header name. Policies contain no tags.
  const [alone = ""] = text.split("<", 1);
  return headers.length > 0 ? headers : [{ name: "content-security-policy", value: alone }];
}

const HEADERS = [
  "content-security-policy",
  "content-security-policy-report-only",
  "cross-origin-embedder-policy",
  "permissions-policy",
];

// As sent, configured in nginx or Apache, or written in code.
const OURS = new RegExp(
  `^(?:add_header\\s+|header\\s+(?:always\\s+|onsuccess\\s+)?[a-z]+\\s+)?["']?(${HEADERS.join("|")})["']?(?:\\s*:|\\s|$)(.*)$`,
  "i",
);

// Excludes schemes, which look like header names.
const OTHERS = /^(?!(?:https?|wss?|data|blob|filesystem|mediastream):)[a-z][a-z0-9-]*:(?:\s|$)/i;

/** Joins continuation lines. */
function headerLines(text: string): Header[] {
  const found: Header[] = [];
  let open: { header: Header; indent: number } | undefined;
  for (const pasted of text.split(/\r?\n/)) {
    // Curl's prefix for received lines.
    const raw = pasted.replace(/^< /, "");
    const line = raw.trim();
    const indent = raw.length - raw.trimStart().length;
    const [, name, value = ""] = OURS.exec(line) ?? [];
    if (name !== undefined) {
      const header = { name: name.toLowerCase(), value };
      found.push(header);
      open = { header, indent };
    } else if (
      line === "" ||
      line.startsWith("<") ||
      (open && isNext(line, indent > open.indent))
    ) {
      open = undefined;
    } else if (open) {
      open.header.value += ` ${line}`;
    }
  }
  return found.map(({ name, value }) => ({ name, value: unquoted(value.trim()) }));
}

function isNext(line: string, isDeeper: boolean): boolean {
  return !isDeeper && OTHERS.test(line);
}

// A policy contains quotes, but never starts with one.
function unquoted(value: string): string {
  const [quote] = value;
  if (quote === '"') return (/^"((?:[^"\\]|\\.)*)/s.exec(value)?.[1] ?? "").replaceAll('\\"', '"');
  if (quote !== "'") return value;
  const end = value.lastIndexOf(quote);
  return end > 0 ? value.slice(1, end) : value.slice(1);
}

function isolationOf(value: string): PageHeaders["isolates"] {
  const [kind] = value.trim().toLowerCase().split(/[;\s]/);
  return kind === "require-corp" || kind === "credentialless" ? kind : undefined;
}

/** From the attribute's value or the tag. `undefined` without a sandbox. */
export function readSandbox(text: string): Set<string> | undefined {
  const pasted = text.trim();
  if (pasted === "") return undefined;
  if (!pasted.includes("<")) return flagsOf(pasted.replace(/^sandbox\s*=\s*/i, ""));
  const value = tagsIn(pasted, "iframe")[0]?.get("sandbox");
  return value === undefined ? undefined : flagsOf(value);
}

/** `undefined` without a whole tag. */
export function readAllow(text: string): Permissions | undefined {
  const [frame] = tagsIn(text, "iframe");
  return frame && parseAllow(frame.get("allow") ?? "");
}

export function flagsOf(text: string): Set<string> {
  const flags = text.replaceAll(/["']/g, " ").toLowerCase().split(/\s+/);
  return new Set(flags.filter((flag) => flag !== ""));
}

/** The attributes of each tag `name`, as browsers read them: not in comments or scripts. */
function tagsIn(text: string, name: string): Map<string, string>[] {
  const found: Map<string, string>[] = [];
  const createElement: typeof defaultTreeAdapter.createElement = (tag, namespace, attributes) => {
    if (tag === name) found.push(new Map(attributes.map(({ name: key, value }) => [key, value])));
    return defaultTreeAdapter.createElement(tag, namespace, attributes);
  };
  parse(text, { treeAdapter: { ...defaultTreeAdapter, createElement } });
  return found;
}
