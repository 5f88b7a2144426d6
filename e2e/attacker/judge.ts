import { HEADER, MARKUP } from "./values.ts";
import type { WireResponse } from "./wire.ts";

/** Plain text is ours only with a charset. */
const TYPES =
  /^(?:text\/plain; ?charset=utf-8$|text\/(?:html|x-component|css|csv|javascript|event-stream)|application\/(?:problem\+json|json|javascript|octet-stream)|font\/woff2|image\/[\w+.-]+)(?:;|$)/i;

export function complaints(response: WireResponse, method: string): string[] {
  const { status, lines, body } = response;
  if (status === 0) return ["no answer"];
  const found: string[] = [];
  if (status >= 500) found.push(`status ${status}`);
  for (const line of lines) {
    if (!/^[A-Za-z][A-Za-z0-9-]*: ?[\t\x20-\x7e]*$/.test(line)) found.push(`head line ${line}`);
  }
  const header = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  if (header(HEADER.toLowerCase()) !== undefined) found.push("a header of the request's");
  if (header("x-content-type-options") !== "nosniff") found.push("no nosniff");
  const type = header("content-type");
  const isRedirect = status >= 300 && status < 400;
  const hasBody = method !== "HEAD" && body !== "" && !isRedirect;
  if (hasBody && !TYPES.test(type ?? "")) found.push(`type ${type}: ${body.slice(0, 60)}`);
  if (type?.startsWith("text/html")) found.push(...pageComplaints(header, body));
  return found;
}

function pageComplaints(header: (name: string) => string | undefined, body: string): string[] {
  const found: string[] = [];
  const policy = header("content-security-policy") ?? "";
  for (const part of ["default-src 'none'", "frame-ancestors ", "base-uri 'none'"]) {
    if (!policy.includes(part)) found.push(`page without ${part}`);
  }
  for (const name of ["referrer-policy", "permissions-policy"]) {
    if (!header(name)) found.push(`page without ${name}`);
  }
  if (!header("cache-control")?.includes("no-store")) found.push("page that is kept");
  if (body.includes(MARKUP)) found.push("markup of the request's");
  return found;
}

export function logComplaints(output: string): string[] {
  const lines = output.split("\n").filter((line) => line !== "");
  return lines.filter((line) => !isRecord(line)).map((line) => `no record: ${line.slice(0, 200)}`);
}

function isRecord(line: string): boolean {
  try {
    const record = JSON.parse(line);
    return record.service === "bankside" && typeof record.time === "number";
  } catch {
    return false;
  }
}
