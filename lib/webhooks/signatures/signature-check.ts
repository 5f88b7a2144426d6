import { timingSafeEqual } from "node:crypto";
import { readPastedHeaders, SIGNATURE_HEADERS, type SignatureHeader } from "./pasted-headers.ts";
import { signatureHeaders } from "./signature.ts";

/** Allowed clock difference (Standard Webhooks). */
const TOLERANCE_SECONDS = 5 * 60;

type PastedWebhook = { headers: string; body: string; secret: string };

export type Finding =
  | { check: "headers"; verdict: "complete" }
  | { check: "headers"; verdict: "header_missing"; missing: SignatureHeader[] }
  | { check: "secret"; verdict: "in_use" | "well_formed" | "malformed" | "missing" | "unknown" }
  | { check: "timestamp"; verdict: "fresh" | "unreadable" }
  | { check: "timestamp"; verdict: "too_old" | "in_future"; seconds: number }
  | { check: "signature"; verdict: SignatureVerdict };

/** `body_*`: matches after this repair. `body_altered`: the secret is correct. `no_match`: it may be wrong too. */
export type SignatureVerdict =
  | "right"
  | "no_v1"
  | "body_line_endings"
  | "body_trimmed"
  | "body_reserialised"
  | "body_altered"
  | "no_match"
  | "unchecked";

const SECRET = /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/;
const GOOD = ["complete", "in_use", "well_formed", "fresh", "right"];

export function isGood({ verdict }: Finding): boolean {
  return GOOD.includes(verdict);
}

export function checkSignature(
  pasted: PastedWebhook,
  { now, isOwnSecret }: { now: Date; isOwnSecret?: boolean | undefined },
): Finding[] {
  const headers = readPastedHeaders(pasted.headers);
  const missing = SIGNATURE_HEADERS.filter((name) => headers[name] === undefined);
  const secret = pasted.secret.trim();
  const timestamp = headers["webhook-timestamp"];
  const findings: Finding[] = [
    {
      check: "headers",
      ...(missing.length > 0 ? { verdict: "header_missing", missing } : COMPLETE),
    },
    { check: "secret", verdict: secretVerdict(secret, isOwnSecret) },
  ];
  if (timestamp !== undefined) findings.push(timestampFinding(timestamp, now));
  const { "webhook-id": id, "webhook-signature": given } = headers;
  const message = { id, timestamp, given, body: pasted.body, secret };
  findings.push({ check: "signature", verdict: signatureVerdict(message, isOwnSecret) });
  return findings;
}

const COMPLETE = { verdict: "complete" } as const;

function secretVerdict(secret: string, isOwn: boolean | undefined) {
  if (secret === "") return "missing";
  if (!SECRET.test(secret)) return "malformed";
  if (isOwn === undefined) return "well_formed";
  return isOwn ? "in_use" : "unknown";
}

function timestampFinding(text: string, now: Date): Finding {
  // Milliseconds have 13 digits.
  if (!/^\d{1,11}$/.test(text)) return { check: "timestamp", verdict: "unreadable" };
  const age = Math.floor(now.getTime() / 1000) - Number(text);
  if (age > TOLERANCE_SECONDS) return { check: "timestamp", verdict: "too_old", seconds: age };
  if (age < -TOLERANCE_SECONDS) return { check: "timestamp", verdict: "in_future", seconds: -age };
  return { check: "timestamp", verdict: "fresh" };
}

type Message = {
  id: string | undefined;
  timestamp: string | undefined;
  given: string | undefined;
  body: string;
  secret: string;
};

function signatureVerdict(message: Message, isOwn: boolean | undefined): SignatureVerdict {
  const { id, timestamp, given, body, secret } = message;
  const versions = given?.split(/\s+/) ?? [];
  if (given !== undefined && !versions.some((part) => part.startsWith("v1,"))) return "no_v1";
  const isReadable = timestamp !== undefined && /^\d{1,11}$/.test(timestamp);
  if (id === undefined || !isReadable || given === undefined || !SECRET.test(secret)) {
    return "unchecked";
  }
  const fits = (text: string) => {
    const sentAt = new Date(Number(timestamp) * 1000);
    const right = signatureHeaders({ id, sentAt, body: text }, [secret])["webhook-signature"];
    return versions.some((part) => isSame(part, right));
  };
  const [repair] = repairsOf(body).find(([, text]) => fits(text)) ?? [];
  return repair ?? (isOwn ? "body_altered" : "no_match");
}

function repairsOf(body: string): [SignatureVerdict, string][] {
  const unixLines = body.replaceAll("\r\n", "\n");
  return [
    ["right", body],
    ["body_line_endings", unixLines],
    ["body_trimmed", body.trim()],
    ["body_trimmed", unixLines.trim()],
    ["body_reserialised", reserialise(body)],
  ];
}

function reserialise(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body.trim()));
  } catch {
    return body;
  }
}

function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
