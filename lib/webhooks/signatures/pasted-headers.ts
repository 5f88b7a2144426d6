import { z } from "zod";

/** From Standard Webhooks. */
export const SIGNATURE_HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
export type SignatureHeader = (typeof SIGNATURE_HEADERS)[number];
type Found = Partial<Record<SignatureHeader, string>>;

const objectSchema = z.record(z.string(), z.unknown());

/** JSON, `Name: value` lines (also from `curl -v`), names of PHP and Python (`HTTP_WEBHOOK_ID`). */
export function readPastedHeaders(text: string): Found {
  const found: Found = {};
  for (const [name, value] of readJson(text) ?? readLines(text)) {
    const header = SIGNATURE_HEADERS.find((known) => known === toHeaderName(name));
    if (header && value !== "" && found[header] === undefined) found[header] = value;
  }
  return found;
}

function readJson(text: string): [name: string, value: string][] | undefined {
  try {
    const parsed = objectSchema.safeParse(JSON.parse(text));
    if (!parsed.success) return undefined;
    return Object.entries(parsed.data).map(([name, value]) => [name, [value].flat().join(" ")]);
  } catch {
    return undefined;
  }
}

function readLines(text: string): [name: string, value: string][] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    // With `s`: if `.` stopped at U+2028, the search would restart at every blank.
    const [, name, value] = /^[>< ]*["']?([\w-]+)["']?\s*(?::|=>|=)(.*)$/s.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    return [[name, value.trim().replace(/^(["'])(.*?)\1,?$/, "$2")]];
  });
}

function toHeaderName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/^http-/, "");
}
