import { type PaymentFilter, parsePaymentQuery } from "#lib/console/payment-history/filter.ts";
import { streamText } from "#lib/console/payment-history/text-stream.ts";
import { demandVisit } from "#lib/next/console/console-session.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";
import { modeOf, type PageQuery } from "../../mode.ts";
import { pageQueryOf, paymentQueryOf } from "../query.ts";
import { refuse } from "./refuse.ts";

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
