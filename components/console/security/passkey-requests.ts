import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { consolePath } from "#lib/console/links.ts";

export type StartedRegistration = PublicKeyCredentialCreationOptionsJSON;
export type StartedAuthentication = PublicKeyCredentialRequestOptionsJSON;

/** `problem`: in words for people; nothing where the server did not say. */
export type Answer<T> =
  | { ok: true; value: T }
  | { ok: false; problem?: string | undefined; fields: Record<string, string> };

/** Sends JSON to an address of the console and reads what it answers. Throws where the network fails. */
export async function sendJson<T>(page: `/${string}`, body: object): Promise<Answer<T>> {
  const response = await fetch(consolePath(page), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (response.ok) return { ok: true, value: answer as T };
  const { problem, fields } = answer as { problem?: string; fields?: Record<string, string> };
  return { ok: false, problem, fields: fields ?? {} };
}

/** Tells whether a passkey's ceremony ended because its user closed it, or waited too long: browsers don't say which. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name);
}
