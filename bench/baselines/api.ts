// The least that an API of ours would do, on Fastify and pg: named statements, no validation, no log.
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import Fastify from "fastify";
import pg from "pg";
import { newId, randomToken } from "#lib/platform/values/ids.ts";

const { PORT, DATABASE_URL } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = Fastify();

type Query = pg.QueryConfig & { name: string };
const one = async (db: Pick<pg.Pool, "query">, query: Query) => (await db.query(query)).rows[0];

const findKey = (header: unknown): Query => ({
  name: "find-key",
  text: "select id, account_id, method, mode from api_keys where digest = $1 and revoked_at is null",
  values: [createHash("sha256").update(String(header)).digest("hex")],
});

/** `tables`: with the product's indexes, or with a primary key only. */
function addCreation(path: string, tables: { transactions: string; idempotency: string }): void {
  app.post(path, async (request, reply) => {
    const { amount, currency, externalId } = request.body as Record<string, string>;
    const id = newId("txn");
    const reference = randomToken(16);
    const now = new Date();
    const expiresAt = new Date(now.getTime() + 1_800_000);
    const client = await pool.connect();
    try {
      const key = await one(client, findKey(request.headers["x-api-key"]));
      await client.query("begin");
      await client.query({
        name: `insert-${tables.transactions}`,
        text: `insert into ${tables.transactions} (id, account_id, api_key_id, mode, flow, reference, amount, currency, payee_iban,
          payee_name, external_id, fingerprint, order_info, status, created_at, updated_at, expires_at)
          values ($1, $2, $3, $4, 'web', $5, $6, $7, $8, $9, $10, $11, $12, 'pending', $13, $13, $14)`,
        values: [
          id,
          key.account_id,
          key.id,
          key.mode,
          reference,
          amount,
          currency,
          "NL91ABNA0417164300",
          "Bench",
          externalId,
          randomToken(48),
          ORDER_INFO,
          now,
          expiresAt,
        ],
      });
      const created = { id, reference, status: "pending", amount, currency, externalId, expiresAt };
      await client.query({
        name: `insert-${tables.idempotency}`,
        text: `insert into ${tables.idempotency} (account_id, key, request_hash, transaction_id, sealed_response, created_at)
          values ($1, $2, $3, $4, $5, $6)`,
        values: [
          key.account_id,
          request.headers["idempotency-key"] ?? id,
          randomToken(48),
          id,
          JSON.stringify(created),
          now,
        ],
      });
      await client.query("commit");
      return reply
        .status(201)
        .send({ redirectUrl: `${CHECKOUT}?reference=${reference}`, ...created });
    } finally {
      client.release();
    }
  });
}

const CHECKOUT = "http://localhost:3000/checkout";
// As long as the product's.
const ORDER_INFO = "1".repeat(280);

addCreation("/transactions", { transactions: "transactions", idempotency: "idempotency_keys" });
addCreation("/bare-transactions", { transactions: "bare_transactions", idempotency: "bare_keys" });

const COLUMNS = `id, account_id as "accountId", mode, reference, status, failure_reason as "failureReason", amount, currency,
  external_id as "externalId", success_url as "successUrl", failure_url as "failureUrl", processing_url as "processingUrl",
  payee_iban as "payeeIban", payee_name as "payeeName", metadata, source, created_at as "createdAt", expires_at as "expiresAt",
  finished_at as "finishedAt"`;

app.get("/transactions/:id", (request) =>
  one(pool, {
    name: "find",
    text: `select ${COLUMNS} from transactions where id = $1`,
    values: [(request.params as { id: string }).id],
  }),
);

app.get("/transactions", async (request) => {
  const { rows } = await pool.query({
    name: "list",
    text: `select ${COLUMNS} from transactions where account_id = $1 and mode = 'test' order by id desc limit 21`,
    values: [request.headers["x-account"]],
  });
  return { data: rows.slice(0, 20), nextCursor: rows[19]?.id ?? null };
});

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

app.post("/token", async (request) => {
  const [accountId, apiKeyId] = [request.headers["x-account"], request.headers["x-key-id"]];
  const jti = randomToken(16);
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 900_000);
  await pool.query({
    name: "insert-token",
    text: `insert into tokens (jti, account_id, api_key_id, sealed_details, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    values: [jti, accountId, apiKeyId, JSON.stringify(request.body), now, expiresAt],
  });
  const claims = {
    key: apiKeyId,
    sub: accountId,
    jti,
    iat: now.getTime(),
    exp: expiresAt.getTime(),
  };
  const text = `${base64url({ alg: "ES256", typ: "JWT" })}.${base64url(claims)}`;
  const signature = sign("sha256", Buffer.from(text), {
    key: privateKey,
    dsaEncoding: "ieee-p1363",
  });
  return { token: `${text}.${signature.toString("base64url")}` };
});

app.get("/ready", async () => one(pool, { name: "ready", text: "select 1 as ready" }));

await app.listen({ port: Number(PORT), host: "127.0.0.1" });
