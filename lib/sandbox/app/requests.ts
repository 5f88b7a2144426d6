import { z } from "zod";
import { AppError } from "#lib/platform/failures/errors.ts";
import { readBounded } from "#lib/platform/http/bounded-body.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";

export type PaymentStatus = { status: string; failureReason: string | null };

const MAX_RESPONSE_BYTES = 65_536;

const tokenSchema = z.object({ token: z.string().min(1).max(4_096) });
const statusSchema = z.object({
  status: z.string().max(40),
  failureReason: z.string().max(40).nullable(),
});
const problemSchema = z.object({ code: z.string().regex(/^\w{1,64}$/) });

type Deps = { baseUrl: string; timeoutMs: number; logger: Logger };
type Sent = { apiKey: string; path: string; body?: object };

export function createAppRequests(deps: Deps) {
  return {
    /** @throws AppError `unavailable` */
    async exchange(apiKey: string, details: { email?: string | undefined }): Promise<string> {
      const response = await send({ apiKey, path: "/auth/verify-apikey", body: details });
      const parsed = tokenSchema.safeParse(response.body);
      if (response.status !== 200 || !parsed.success) throw unusable(response);
      return parsed.data.token;
    },

    /** @throws AppError `unavailable` */
    async readStatus(apiKey: string, transactionId: string): Promise<PaymentStatus | undefined> {
      const path = `/transactions/${encodeURIComponent(transactionId)}`;
      const response = await send({ apiKey, path });
      if (response.status === 404) return undefined;
      const parsed = statusSchema.safeParse(response.body);
      if (response.status !== 200 || !parsed.success) throw unusable(response);
      return parsed.data;
    },
  };

  async function send({ apiKey, path, body }: Sent): Promise<{ status: number; body: unknown }> {
    try {
      const response = await fetch(`${deps.baseUrl}${path}`, {
        method: body ? "POST" : "GET",
        headers: {
          accept: "application/json",
          "x-api-key": apiKey,
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: "error",
        cache: "no-store",
        signal: AbortSignal.timeout(deps.timeoutMs),
      });
      const bytes = await readBounded(response.body, MAX_RESPONSE_BYTES);
      return { status: response.status, body: parseJson(bytes?.toString() ?? "") };
    } catch (cause) {
      throw new AppError("unavailable", { cause });
    }
  }

  function unusable({ status, body }: { status: number; body: unknown }): AppError {
    const problem = problemSchema.safeParse(body);
    const { code } = problem.success ? problem.data : { code: "unreadable" };
    deps.logger.warn({ status, code }, "the demo app got no usable response");
    return new AppError("unavailable");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
