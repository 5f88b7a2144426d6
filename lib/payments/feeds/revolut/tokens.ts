import { importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import { readJson, type SendRequest } from "#lib/payments/feeds/http.ts";
import { FeedFailure } from "#lib/payments/feeds/port.ts";
import type { RevolutCredentials } from "./credentials.ts";

const AUDIENCE = "https://revolut.com";
const ASSERTION_SECONDS = 60;

const token = z.string().regex(/^[\x21-\x7e]{1,2000}$/);

const response = z.object({
  access_token: token,
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.int().positive().max(86_400),
  refresh_token: token.optional(),
});

export type Tokens = { accessToken: string; refreshToken: string | undefined; expiresAt: number };

type Grant = { code: string } | { refreshToken: string };

type Request = { send: SendRequest; host: string; now: Date };

/** @throws FeedFailure `denied` also without a client id */
export async function requestTokens(
  { send, host, now }: Request,
  credentials: RevolutCredentials,
  grant: Grant,
): Promise<Tokens> {
  const assertion = await sign(credentials, now);
  const form = new URLSearchParams({
    ...("code" in grant
      ? { grant_type: "authorization_code", code: grant.code }
      : { grant_type: "refresh_token", refresh_token: grant.refreshToken }),
    client_id: credentials.clientId ?? "",
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: assertion,
  });
  const body = await readJson(send, new URL(`${host}/auth/token`), {}, form);
  const { data } = response.safeParse(body);
  if (!data) throw new FeedFailure("unexpected_answer", "the token has a form not understood");
  return {
    accessToken: data.access_token,
    refreshToken: data.refresh_token,
    expiresAt: now.getTime() + data.expires_in * 1_000,
  };
}

async function sign({ privateKey, clientId, redirectUri }: RevolutCredentials, now: Date) {
  if (clientId === undefined) throw new FeedFailure("denied", "the client id is missing");
  const seconds = Math.floor(now.getTime() / 1_000);
  return new SignJWT()
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(new URL(redirectUri).host)
    .setSubject(clientId)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ASSERTION_SECONDS)
    .sign(await importPKCS8(privateKey, "RS256"));
}
