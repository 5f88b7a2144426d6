import { type PaymentFilter, parsePaymentQuery } from "#lib/console/payment-history/filter.ts";
import { streamText } from "#lib/console/payment-history/text-stream.ts";
import { demandVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { AppError, isAppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";
import { modeOf, type PageQuery } from "../../mode.ts";
import { pageQueryOf, paymentQueryOf } from "../query.ts";

/** Streams the payments of a list as CSV. */
export async function GET(request: Request): Promise<Response> {
  try {
    return await startExport(pageQueryOf(request));
  } catch (error) {
    return refuse(error);
  }
}

async function startExport(query: PageQuery): Promise<Response> {
  const { account, user } = await demandVisit("viewer");
  const { payments, clock, logger } = await getServices();
  const mode = modeOf(query);
  const filter = readFilter(query);
  const parts = payments.exportCsv({ accountId: account.id, mode, filter, actor: user.id });
  // A failure up to here returns an error response. A later one can only cut the file short.
  const first = await parts.next();
  const stream = streamText(first, parts, (error) =>
    logger.error({ err: error }, "an export failed after it started"),
  );
  const day = clock.now().toISOString().slice(0, 10);
  return new Response(stream, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="payments-${mode}-${day}.csv"`,
      // `no-transform`: compression would hold lines back. `no-store`: intermediaries must not keep the payments.
      "Cache-Control": "no-store, no-transform",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function readFilter(query: PageQuery): PaymentFilter {
  const { filter, problems } = parsePaymentQuery(paymentQueryOf(query));
  if (problems.length > 0) throw new AppError("invalid_request", { fields: problems });
  return filter;
}

async function refuse(error: unknown): Promise<Response> {
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
