import { createHash, createVerify, X509Certificate } from "node:crypto";
import type { SeenRequest } from "./xs2a-messages.ts";

const ALWAYS = ["digest", "x-request-id", "date"];
const OPTIONAL = ["psu-id", "tpp-redirect-uri"];

/** The standard's error code; `undefined` for a valid signature. */
export function signatureProblem({ headers, body }: SeenRequest): string | undefined {
  const { digest = "", signature = "" } = headers;
  const shown = headers["tpp-signature-certificate"];
  if (signature === "" || shown === undefined) return "SIGNATURE_MISSING";
  const [, size, given] = /^SHA-(256|512)=(.+)$/.exec(digest) ?? [];
  const computed = createHash(`sha${size ?? "256"}`)
    .update(body)
    .digest("base64");
  if (computed !== given) return "SIGNATURE_INVALID";
  const fields = new Map(
    [...signature.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  const names = fields.get("headers")?.split(" ") ?? [];
  const present = OPTIONAL.filter((name) => headers[name] !== undefined);
  if ([...ALWAYS, ...present].some((name) => !names.includes(name))) return "SIGNATURE_INVALID";
  const text = names.map((name) => `${name}: ${headers[name]}`).join("\n");
  const certificate = new X509Certificate(Buffer.from(shown, "base64"));
  const algorithm = fields.get("algorithm") === "rsa-sha512" ? "RSA-SHA512" : "RSA-SHA256";
  const isGood = createVerify(algorithm)
    .update(text)
    .verify(certificate.publicKey, fields.get("signature") ?? "", "base64");
  const serial = /^SN=([0-9A-F]+),CA=CN=/.exec(fields.get("keyId") ?? "")?.[1];
  return isGood && serial === certificate.serialNumber ? undefined : "SIGNATURE_INVALID";
}
