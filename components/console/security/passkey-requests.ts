import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { consolePath } from "#lib/console/paths/links.ts";

export type StartedRegistration = PublicKeyCredentialCreationOptionsJSON;
export type StartedAuthentication = PublicKeyCredentialRequestOptionsJSON;

/** `problem` is a text for users; absent if the server sent none. */
export type Answer<T> =
  | { ok: true; value: T }
  | { ok: false; problem?: string | undefined; fields: Record<string, string> };

/** Throws if the network fails. */
export async function sendJson<T>(page: `/${string}`, body: object): Promise<Answer<T>> {
  const response = await fetch(consolePath(page), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const result: unknown = await response.json();
  if (response.ok) return { ok: true, value: result as T };
  const { problem, fields } = result as { problem?: string; fields?: Record<string, string> };
  return { ok: false, problem, fields: fields ?? {} };
}
