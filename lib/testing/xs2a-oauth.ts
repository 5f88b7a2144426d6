import { createHash, randomBytes } from "node:crypto";
import type { BankResponse, SeenRequest } from "./xs2a-messages.ts";

type Asked = { challenge: string; redirectUri: string; scope: string; clientId: string };

const secret = () => randomBytes(12).toString("hex");

/** Codes and refresh tokens work once, access tokens until revoked. */
export function createOAuthDesk(origin: string) {
  const issuer = `${origin}/as`;
  const codes = new Map<string, Asked & { token?: string }>();
  const tokens = new Set<string>();
  const refreshTokens = new Set<string>();
  const granted: Asked[] = [];
  const ways = { namesItself: true, lifetimeSeconds: 300, issuer, isDown: false };

  function issue(): BankResponse {
    const token = secret();
    const refreshToken = secret();
    tokens.add(token);
    refreshTokens.add(refreshToken);
    const body = {
      access_token: token,
      token_type: "Bearer",
      expires_in: ways.lifetimeSeconds,
      refresh_token: refreshToken,
    };
    return { status: 200, body };
  }

  function redeem(form: URLSearchParams): BankResponse {
    const asked = codes.get(form.get("code") ?? "");
    const verifier = form.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const isRight =
      asked?.challenge === challenge &&
      asked.redirectUri === form.get("redirect_uri") &&
      asked.clientId === form.get("client_id");
    // RFC 6749 §4.1.2: reusing a code revokes its token.
    if (asked?.token !== undefined) tokens.delete(asked.token);
    if (!asked || !isRight || asked.token !== undefined) {
      return { status: 400, body: { error: "invalid_grant" } };
    }
    const response = issue();
    asked.token = (response.body as { access_token: string }).access_token;
    granted.push(asked);
    return response;
  }

  function renew(form: URLSearchParams): BankResponse {
    if (refreshTokens.delete(form.get("refresh_token") ?? "")) return issue();
    // RFC 9700 §4.14.2: a reused refresh token may be stolen, so all tokens are revoked.
    tokens.clear();
    refreshTokens.clear();
    return { status: 400, body: { error: "invalid_grant" } };
  }

  return {
    ways,
    issuer,
    metadataUrl: `${origin}/.well-known/oauth-authorization-server/as`,
    /** Oldest first. */
    granted,
    revokeAll: () => tokens.clear(),
    /** Expires all codes. */
    forget: () => codes.clear(),
    accepts: (authorization: string | undefined): boolean =>
      tokens.has(authorization?.replace(/^Bearer /, "") ?? ""),

    /** Returns where the browser goes next. */
    grant(approvalUrl: string): URL {
      const asked = new URL(approvalUrl).searchParams;
      const code = secret();
      codes.set(code, {
        challenge: asked.get("code_challenge") ?? "",
        redirectUri: asked.get("redirect_uri") ?? "",
        scope: asked.get("scope") ?? "",
        clientId: asked.get("client_id") ?? "",
      });
      return this.comeBack(asked, { code });
    },

    deny(approvalUrl: string): URL {
      return this.comeBack(new URL(approvalUrl).searchParams, { error: "access_denied" });
    },

    comeBack(asked: URLSearchParams, values: Record<string, string>): URL {
      const back = new URL(asked.get("redirect_uri") ?? "");
      back.searchParams.set("state", asked.get("state") ?? "");
      if (ways.namesItself) back.searchParams.set("iss", issuer);
      for (const [name, value] of Object.entries(values)) back.searchParams.set(name, value);
      return back;
    },

    response({ method, path, body }: SeenRequest): BankResponse | undefined {
      if (ways.isDown) return { status: 503 };
      if (path === "/.well-known/oauth-authorization-server/as") {
        return { status: 200, body: metadataOf(origin, ways) };
      }
      if (method !== "POST" || path !== "/as/token") return undefined;
      const form = new URLSearchParams(body);
      return form.get("grant_type") === "refresh_token" ? renew(form) : redeem(form);
    },
  };
}

function metadataOf(origin: string, ways: { issuer: string; namesItself: boolean }) {
  return {
    issuer: ways.issuer,
    authorization_endpoint: `${origin}/as/authorize`,
    token_endpoint: `${origin}/as/plain-token`,
    mtls_endpoint_aliases: { token_endpoint: `${origin}/as/token` },
    authorization_response_iss_parameter_supported: ways.namesItself,
  };
}
