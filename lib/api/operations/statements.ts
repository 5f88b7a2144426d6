import { createRoute } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { readBody } from "#lib/api/http/body.ts";
import { type Api, type ApiEnv, callerOf } from "#lib/api/http/context.ts";
import { requireKeyFor } from "#lib/api/http/credentials.ts";
import { problems } from "#lib/api/http/problems.ts";
import { noQuery } from "#lib/api/http/query.ts";
import { respondJson } from "#lib/api/http/reply.ts";
import { jsonResponse } from "#lib/api/http/responses.ts";
import { CREDENTIAL_PROBLEMS } from "#lib/api/http/usual-problems.ts";
import { MAX_STATEMENT_BYTES } from "#lib/payments/transfers/statement/statement.ts";
import { AppError, isAppError } from "#lib/platform/failures/errors.ts";
import { merchant } from "#lib/platform/i18n/messages/en.ts";
import {
  fileBody,
  statementExample,
  statementParams,
  statementQuery,
  statementSchema,
  toPublicStatement,
} from "./statement-schemas.ts";

const NO_FORM = "Send the file itself as the body, such as with curl --data-binary @file.";

/** The label may be wrong: programs send any. What it is shows in its content. */
const refuseForms: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { headers } = c.req.raw;
  const isForm = headers.get("content-type")?.startsWith("multipart/") === true;
  const isEncoded = (headers.get("content-encoding") ?? "identity") !== "identity";
  if (isForm) throw new AppError("unsupported_media_type", { detail: NO_FORM });
  if (isEncoded) throw new AppError("unsupported_media_type");
  await next();
};

const sendStatement = createRoute({
  method: "post",
  path: "/statements",
  operationId: "sendStatement",
  tags: ["Statements"],
  summary: "Send a bank statement",
  description:
    "One file of your bank (camt.052, camt.053, camt.054, MT940, MT942), several joined, or a ZIP of them: up to 2 MB. Its content " +
    "decides what it is, not its Content-Type. Bankside matches the money in it with transactions. A status report (pain.002) " +
    "ends the refunds that the bank refuses. The same file again changes nothing and returns the same id. If only some " +
    "files of a ZIP can be read, they count, and `files` names the others.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("sendStatement"), refuseForms],
  request: { query: statementQuery, body: fileBody },
  responses: {
    202: jsonResponse(
      statementSchema,
      "The file was read, and its money is booked",
      statementExample,
    ),
    ...problems(
      ...CREDENTIAL_PROBLEMS,
      "invalid_json",
      "empty_body",
      "body_too_large",
      "unsupported_media_type",
      "invalid_request",
    ),
  },
});

const getStatement = createRoute({
  method: "get",
  path: "/statements/{id}",
  operationId: "getStatement",
  tags: ["Statements"],
  summary: "Read what was found in a statement",
  description: "A statement of the key's account and mode, sent by any way.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("getStatement")],
  request: { params: statementParams, query: noQuery },
  responses: {
    200: jsonResponse(statementSchema, "The statement", statementExample),
    ...problems(...CREDENTIAL_PROBLEMS, "not_found"),
  },
});

export function addStatementRoutes(api: Api): void {
  api.openapi(sendStatement, async (c) => {
    const { id: keyId, accountId, mode } = callerOf(c);
    const { fileName = "" } = c.req.valid("query");
    const bytes = await readBody(c, MAX_STATEMENT_BYTES);
    if (bytes.byteLength === 0) throw new AppError("empty_body");
    const { transfers } = c.get("services");
    const owner = { accountId, mode };
    const file = { name: fileName, bytes };
    const { importId } = await transfers
      .importFile(owner, file, keyId as `key_${string}`)
      .catch(explain);
    const report = await transfers.report(owner, importId);
    if (!report) throw new Error("a statement was not stored");
    return respondJson(c, statementSchema.parse(toPublicStatement(report)), 202);
  });

  api.openapi(getStatement, async (c) => {
    const { accountId, mode } = callerOf(c);
    const { id } = c.req.valid("param");
    const report = await c.get("services").transfers.report({ accountId, mode }, id);
    if (!report) throw new AppError("not_found");
    return respondJson(c, statementSchema.parse(toPublicStatement(report)), 200);
  });
}

/** The fields have codes, as the console and the documents do. */
function explain(error: unknown): never {
  const [field] = (isAppError(error) && error.fields) || [];
  const { fields: words } = merchant.console;
  if (!isAppError(error) || !field || !Object.hasOwn(words, field.message)) throw error;
  const { code, fields, retryAfterSeconds } = error;
  throw new AppError(code, {
    detail: words[field.message as keyof typeof words],
    ...(fields && { fields }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause: error,
  });
}
