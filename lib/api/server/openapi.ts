import { createRoute, z } from "@hono/zod-openapi";
import type { Api } from "#lib/api/http/context.ts";
import { problems } from "#lib/api/http/problems.ts";
import { respondJson } from "#lib/api/http/reply.ts";
import { jsonResponse } from "#lib/api/http/responses.ts";
import { SCOPE_OF, type Scope } from "#lib/merchants/model/scope.ts";
import { API_VERSION } from "#lib/platform/values/api-version.ts";

const DESCRIPTION = `Pay by bank: a merchant's server creates a transaction, the customer approves it at their bank,
and the outcome arrives by redirect and by webhook. Amounts are integers in the minor unit of their currency. Every
failure is an \`application/problem+json\` document (RFC 9457) whose \`code\` is stable. Requests are limited for each API key,
account and address: \`RateLimit\` shows how many are left, and further requests get 429 with \`Retry-After\`. A request that
reaches no operation gets \`malformed_request\`, \`misdirected_request\` (the host does not belong to this deployment),
\`not_found\` or \`method_not_allowed\`.`;

const TAGS = [
  { name: "Authentication", description: "JWTs for your app, and the keys that verify them" },
  { name: "Transactions", description: "A payment you request from a customer, until its outcome" },
  { name: "Refunds", description: "Money that goes back to a customer" },
  { name: "Payment links", description: "Addresses and till codes to pay at, without a website" },
  { name: "Events", description: "The outcomes that webhooks report, to read later" },
  { name: "Webhook endpoints", description: "Where events are sent, managed as code" },
  { name: "Reports", description: "What you were paid on a day, for your books" },
  { name: "Statements", description: "Files of your bank, so that bank transfers are noticed" },
  { name: "Webhooks", description: "What is sent to your endpoints" },
  { name: "Testing", description: "The payer, the bank and the time, with a test key" },
  { name: "Health", description: "For probes and load balancers" },
  { name: "Description", description: "This document" },
];

const documentSchema = z.looseObject({ openapi: z.literal("3.1.0") });

const SCOPES_BY_ID: Readonly<Record<string, Scope>> = SCOPE_OF;

const getDocument = createRoute({
  method: "get",
  path: "/openapi.json",
  operationId: "getOpenApi",
  tags: ["Description"],
  summary: "Read this document",
  description: "An OpenAPI 3.1 document, from which clients can be generated.",
  security: [],
  responses: {
    200: jsonResponse(documentSchema, "OpenAPI 3.1", {
      openapi: "3.1.0",
    }),
    ...problems("unavailable", "internal_error"),
  },
});

type Document = ReturnType<Api["getOpenAPI31Document"]>;

function withScopes(document: Document): Document {
  for (const { get, post, patch, delete: remove } of Object.values(document.paths ?? {})) {
    for (const operation of [get, post, patch, remove]) {
      const scope = operation && SCOPES_BY_ID[operation.operationId ?? ""];
      if (scope) operation.description += `\n\nNeeds the scope \`${scope}\`.`;
    }
  }
  return document;
}

export function addDocument(api: Api, baseUrl: string): void {
  api.openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description:
      "A secret of your server, from Installations. Never send it from a browser or an app. Instead " +
      "of this header, you can send it as `Authorization: Bearer <API key>`. A web key has all scopes but `statements` and those " +
      "that an owner took away, a direct or sdk key `read` and `create`, and a key with scopes those it was created for. Other " +
      "requests get `insufficient_scope`.",
  });
  api.openAPIRegistry.registerComponent("securitySchemes", "jwt", {
    type: "apiKey",
    in: "header",
    name: "Authentication",
    description: "`Bearer <JWT>` with the token from /auth/verify-apikey",
  });
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The same JWT in `Authorization`, the header HTTP libraries use",
  });
  let document: z.infer<typeof documentSchema> | undefined;
  api.openapi(getDocument, (c) => {
    document ??= documentSchema.parse(
      withScopes(
        api.getOpenAPI31Document({
          openapi: "3.1.0",
          info: {
            title: "Bankside API",
            version: API_VERSION,
            description: DESCRIPTION,
            contact: { name: "Operator of this deployment", url: new URL(baseUrl).origin },
            license: { name: "MIT", url: "https://opensource.org/license/mit" },
          },
          servers: [{ url: baseUrl }],
          tags: TAGS,
        }),
      ),
    );
    return respondJson(c, document, 200);
  });
}
