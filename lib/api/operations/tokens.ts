import { createRoute, z } from "@hono/zod-openapi";
import { type Api, callerOf } from "#lib/api/http/context.ts";
import { requireKeyFor } from "#lib/api/http/credentials.ts";
import { emailField, holderNameField, ibanField } from "#lib/api/http/fields.ts";
import { jsonBody } from "#lib/api/http/json-body.ts";
import { problems } from "#lib/api/http/problems.ts";
import { noQuery } from "#lib/api/http/query.ts";
import { respondJson } from "#lib/api/http/reply.ts";
import { jsonRequest, jsonResponse } from "#lib/api/http/responses.ts";
import { BODY_PROBLEMS } from "#lib/api/http/usual-problems.ts";

// A constant, because the library's types only have the keywords of OpenAPI 3.0.
const NAME_NEEDS_IBAN = {
  description: "What you know about the end user; all fields are optional",
  dependentRequired: { name: ["iban"] },
};

const detailsSchema = z
  .strictObject({
    email: emailField.optional().openapi({
      description:
        "The end user's e-mail address: a local part in ASCII without quotes, of at most 64 characters; the domain may " +
        "be internationalised",
    }),
    iban: ibanField.optional().openapi({
      description:
        "With a web or direct key: the payee's IBAN, one of yours, in live mode a confirmed one. With an sdk key: the user's own IBAN. " +
        "Checked by structure and check digits (ISO 13616); spaces and hyphens are ignored",
    }),
    name: holderNameField.optional().openapi({
      description: "Account holder of `iban`, in printable characters; refused without `iban`",
    }),
  })
  // Alone it would appear above the company's own account.
  .refine(({ iban, name }) => name === undefined || iban !== undefined, {
    path: ["name"],
    message: "needs iban",
  })
  .openapi("TokenRequest", NAME_NEEDS_IBAN);

const tokenSchema = z
  .object({ token: z.string().openapi({ description: "A JWT, valid for 15 minutes" }) })
  .openapi("Token");

// Lists public members, so that no private one leaks.
const jwkSchema = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  alg: z.literal("ES256"),
  use: z.literal("sig"),
});
const jwksSchema = z.object({ keys: z.array(jwkSchema) }).openapi("KeySet");

const verifyApiKey = createRoute({
  method: "post",
  path: "/auth/verify-apikey",
  operationId: "verifyApiKey",
  tags: ["Authentication"],
  summary: "Exchange an API key for a JWT",
  description:
    "The JWT is valid for 15 minutes and stops working when the API key is revoked. It contains none of the details you send.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("verifyApiKey"), jsonBody],
  request: {
    query: noQuery,
    body: jsonRequest(detailsSchema, { email: "shopper@shop.example" }),
  },
  responses: {
    200: jsonResponse(tokenSchema, "The JWT", {
      token: "eyJhbGciOiJFUzI1NiIsImtpZCI6IjVtRXcifQ.e30.c2ln",
    }),
    ...problems(...BODY_PROBLEMS, "payee_not_confirmed"),
  },
});

const getKeySet = createRoute({
  method: "get",
  path: "/.well-known/jwks.json",
  operationId: "getKeySet",
  tags: ["Authentication"],
  summary: "Read the keys that verify our JWTs and order infos",
  description: "A JSON Web Key Set (RFC 7517). While a key is being replaced, it contains both.",
  security: [],
  responses: {
    200: jsonResponse(jwksSchema, "A JWK set (RFC 7517)", {
      keys: [
        {
          kty: "EC",
          crv: "P-256",
          x: "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
          y: "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
          kid: "5mEw",
          alg: "ES256",
          use: "sig",
        },
      ],
    }),
    ...problems("unavailable", "internal_error"),
  },
});

export function addTokenRoutes(api: Api): void {
  api.openapi(verifyApiKey, async (c) => {
    const token = await c.get("services").tokens.issue(callerOf(c), c.req.valid("json"));
    return respondJson(c, tokenSchema.parse({ token }), 200);
  });

  api.openapi(getKeySet, async (c) => {
    return respondJson(c, jwksSchema.parse(await c.get("services").tokens.publicKeys()), 200);
  });
}
