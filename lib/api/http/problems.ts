import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError, ERRORS, type ErrorCode } from "#lib/platform/failures/errors.ts";
import type { ApiEnv } from "./context.ts";
import { respond } from "./reply.ts";
import { RESPONSE_HEADERS } from "./responses.ts";

const PROBLEM_TYPE = "application/problem+json";

const RETRY_AFTER_SECONDS = 5;
const CREDENTIAL_CHALLENGE = 'ApiKey realm="api", header="X-API-Key"';
const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** The only form of failures (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string().openapi({ description: "URI that names the kind of failure; follows `code`" }),
    title: z.string().openapi({
      description: "Describes the kind of failure; the same for every failure with this `code`",
    }),
    status: z.int().openapi({ description: "The HTTP status" }),
    detail: z.string().optional().openapi({ description: "Describes this failure" }),
    code: z.enum(CODES).openapi({ description: "Stable name of the failure, for your code" }),
    reason: z
      .string()
      .optional()
      .openapi({ description: "Stable name of the cause, for a `code` that has several" }),
    requestId: z
      .string()
      .openapi({ description: "The response's X-Request-Id; include it when you contact support" }),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .openapi({ description: "The fields, headers or parameters that are invalid" }),
  })
  .openapi("Problem");

type Problem = z.infer<typeof problemSchema>;

function toProblem(error: AppError, requestId: string): Problem {
  return {
    type: `urn:bankside:problem:${error.code}`,
    title: ERRORS[error.code].title,
    status: error.status,
    ...(error.detail !== undefined && { detail: error.detail }),
    code: error.code,
    ...(error.reason !== undefined && { reason: error.reason }),
    requestId,
    ...(error.fields && error.fields.length > 0 && { errors: error.fields }),
  };
}

export function respondProblem(c: Context<ApiEnv>, error: AppError): Response {
  const requestId = c.get("requestId");
  return respond(c, writeProblem(error, requestId, c.get("headers")), error.status);
}

/** For a request that has not reached the API. */
export function problemResponse(
  error: AppError,
  requestId: string,
  headers: Record<string, string>,
): Response {
  const { status } = error;
  return new Response(writeProblem(error, requestId, headers), { status, headers });
}

/** Adds to `headers`. */
function writeProblem(error: AppError, requestId: string, headers: Record<string, string>): string {
  headers["Content-Type"] = PROBLEM_TYPE;
  if (error.status === 401) headers["WWW-Authenticate"] = CREDENTIAL_CHALLENGE;
  const mayRetry = error.status === 429 || error.status === 503;
  const retryAfter = error.retryAfterSeconds ?? (mayRetry ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) headers["Retry-After"] = String(retryAfter);
  return JSON.stringify(toProblem(error, requestId));
}

type ProblemResponse = {
  description: string;
  headers: typeof RESPONSE_HEADERS;
  content: { "application/problem+json": { schema: z.ZodType<Problem>; example: Problem } };
};

/** One response for each HTTP status. */
export function problems<Code extends ErrorCode>(...codes: Code[]) {
  const responses: Record<number, ProblemResponse> = {};
  for (const status of new Set(codes.map((code) => ERRORS[code].status))) {
    const [first, ...others] = codes.filter((code) => ERRORS[code].status === status);
    if (!first) continue;
    responses[status] = {
      description: [first, ...others]
        .map((code) => `\`${code}\`: ${ERRORS[code].title}`)
        .join(". "),
      headers: RESPONSE_HEADERS,
      content: {
        [PROBLEM_TYPE]: {
          schema: problemSchema.extend({ code: z.enum([first, ...others]) }),
          example: toProblem(new AppError(first), "4b1f7c0e-6a53-4c0e-9a57-0d6f3c2b8e11"),
        },
      },
    };
  }
  return responses as { [C in Code as (typeof ERRORS)[C]["status"]]: ProblemResponse };
}
