import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";

export const CLIENT = { id: "console", secret: "s3cret+/with:signs" };

const MOVED = "/moved";

type Asked = { challenge: string; redirectUri: string; nonce: string };
type Reply = { status: number; body?: unknown; location?: string };

type Metadata = { issuer: string; [name: string]: unknown };

const metadataOf = (issuer: string): Metadata => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/userinfo`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256", "none"],
  authorization_response_iss_parameter_supported: true,
});

const initialWays = () => ({
  user: { sub: "1", email: "ada@corp.example", email_verified: true } as Record<string, unknown>,
  /** Claims only at the UserInfo endpoint. */
  apart: {} as Record<string, unknown>,
  /** Overrides claims of the ID token. */
  token: {} as Record<string, unknown>,
  signature: "right" as "right" | "foreign" | "none",
  /** Error in place of a code. */
  refusal: undefined as string | undefined,
  isDown: false,
  /** Accepts a code more than once. */
  keepsCodes: false,
  metadata: {} as Record<string, unknown>,
  /** A path that redirects to another one, which replies as usual. */
  moved: undefined as string | undefined,
});

/** Of an OpenID provider with one signed-in user, `ways.user`, who agrees to everything. Checks clients and PKCE itself. */
async function createDesk(issuer: string, now: () => Date) {
  const [keys, others] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const codes = new Map<string, Asked>();
  const tokens = new Set<string>();
  const ways = initialWays();

  async function idTokenFor(nonce: string): Promise<string> {
    const seconds = Math.floor(now().getTime() / 1000);
    const times = { iat: seconds, exp: seconds + 300 };
    const claims: JWTPayload = { iss: issuer, aud: CLIENT.id, nonce, ...times };
    const payload = { ...claims, ...ways.user, ...ways.token };
    if (ways.signature === "none") return new UnsecuredJWT(payload).encode();
    const { privateKey } = ways.signature === "foreign" ? others : keys;
    return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(privateKey);
  }

  return {
    ways,
    keys: [jwk],
    accepts: (authorization = "") => tokens.has(authorization),

    authorize(query: URLSearchParams): Reply {
      const isRight =
        query.get("client_id") === CLIENT.id &&
        query.get("response_type") === "code" &&
        query.get("code_challenge_method") === "S256" &&
        (query.get("scope") ?? "").split(" ").includes("openid");
      if (!isRight) return { status: 400 };
      const given = (name: string) => query.get(name) ?? "";
      const redirectUri = given("redirect_uri");
      const back = new URL(redirectUri);
      back.searchParams.set("state", given("state"));
      back.searchParams.set("iss", issuer);
      if (ways.refusal !== undefined) back.searchParams.set("error", ways.refusal);
      else {
        const code = randomBytes(12).toString("hex");
        const [challenge, nonce] = [given("code_challenge"), given("nonce")];
        codes.set(code, { challenge, redirectUri, nonce });
        back.searchParams.set("code", code);
      }
      return { status: 302, location: back.href };
    },

    async redeem(form: URLSearchParams, authorization: string | undefined): Promise<Reply> {
      const basic = [CLIENT.id, CLIENT.secret].map(encodeURIComponent).join(":");
      if (authorization !== `Basic ${Buffer.from(basic).toString("base64")}`) {
        return { status: 401, body: { error: "invalid_client" } };
      }
      const code = form.get("code") ?? "";
      const asked = codes.get(code);
      if (!ways.keepsCodes) codes.delete(code);
      const verifier = form.get("code_verifier") ?? "";
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      if (asked?.challenge !== challenge || asked.redirectUri !== form.get("redirect_uri")) {
        return { status: 400, body: { error: "invalid_grant" } };
      }
      const token = randomBytes(12).toString("hex");
      tokens.add(`Bearer ${token}`);
      const id_token = await idTokenFor(asked.nonce);
      return { status: 200, body: { access_token: token, token_type: "Bearer", id_token } };
    },
  };
}

/** Over HTTP, on a loopback address. */
export async function startOidcProvider({ now = () => new Date(), port = 0 } = {}) {
  const server = createServer((request, response) => {
    void reply(request).then(({ status, body, location }) => {
      const headers = { "content-type": "application/json", ...(location && { location }) };
      response.writeHead(status, headers);
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const desk = await createDesk(issuer, now);
  const { ways } = desk;
  const counts = { discoveries: 0, redemptions: 0, redirects: 0 };

  async function reply(request: IncomingMessage): Promise<Reply> {
    if (ways.isDown) return { status: 503 };
    const { pathname, searchParams } = new URL(request.url ?? "", issuer);
    const { authorization } = request.headers;
    if (pathname === ways.moved) {
      counts.redirects += 1;
      return { status: 307, location: `${issuer}${pathname}${MOVED}` };
    }
    switch (pathname.replace(MOVED, "")) {
      case "/.well-known/openid-configuration":
        counts.discoveries += 1;
        return { status: 200, body: { ...metadataOf(issuer), ...ways.metadata } };
      case "/authorize":
        return desk.authorize(searchParams);
      case "/token":
        counts.redemptions += 1;
        return desk.redeem(new URLSearchParams(await textOf(request)), authorization);
      case "/jwks":
        return { status: 200, body: { keys: desk.keys } };
      case "/userinfo":
        return desk.accepts(authorization)
          ? { status: 200, body: { sub: ways.user["sub"], ...ways.apart } }
          : { status: 401 };
      default:
        return { status: 404 };
    }
  }

  return {
    issuer,
    ways,
    counts,
    reset: () => Object.assign(ways, initialWays()),

    /** What the browser comes back with. */
    async visit(url: string): Promise<URLSearchParams> {
      const response = await fetch(url, { redirect: "manual" });
      const location = response.headers.get("location");
      if (location === null) throw new Error(`the provider answered ${response.status}`);
      return new URL(location).searchParams;
    },

    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
