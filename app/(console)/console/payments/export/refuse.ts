import { merchantText } from "#lib/next/request/text.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";

/** A plain sentence instead of the file. */
export async function refuse(error: unknown): Promise<Response> {
  const { messages } = await merchantText();
  const { problem } = messages.console;
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  if (isAppError(error)) {
    const words =
      error.code === "invalid_request"
        ? messages.payments.filter.wrong
        : Object.hasOwn(problem, error.code)
          ? problem[error.code as keyof typeof problem]
          : messages.payments.export.failed;
    return new Response(`${words}\n`, { status: error.status, headers });
  }
  const { logger } = await getServices();
  logger.error({ err: error }, "an export could not start");
  return new Response(`${messages.payments.export.failed}\n`, { status: 500, headers });
}
