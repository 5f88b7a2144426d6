import { toCsv } from "#lib/console/books/csv.ts";
import { toJson } from "#lib/console/books/json.ts";
import { streamText } from "#lib/console/payment-history/text-stream.ts";
import { demandVisit } from "#lib/next/console/console-session.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";
import { modeOf } from "../../../mode.ts";
import { refuse } from "../../export/refuse.ts";
import { pageQueryOf } from "../../query.ts";
import { askedDay, one } from "../query.ts";

/** Streams the entries of a day. */
export async function GET(request: Request): Promise<Response> {
  try {
    return await startReport(request);
  } catch (error) {
    return refuse(error);
  }
}

async function startReport(request: Request): Promise<Response> {
  const { account, user } = await demandVisit("viewer");
  const { books, logger } = await getServices();
  const query = pageQueryOf(request);
  const mode = modeOf(query);
  const { date, zone } = await askedDay(query);
  const fields = [{ path: "date", message: "must be a day" }];
  if (date === undefined) throw new AppError("invalid_request", { fields });
  const format = one(query, "format") === "json" ? "json" : "csv";
  const day = books.day(date, zone);
  const entries = books.entriesFor({ accountId: account.id, mode }, day, user.id);
  const parts = format === "csv" ? toCsv(entries) : toJson(day, books.isOver(day), entries);
  // A failure up to here returns an error response. A later one can only cut the file short.
  const first = await parts.next();
  const stream = streamText(first, parts, (error) =>
    logger.error({ err: error }, "a report failed after it started"),
  );
  const type = { csv: "text/csv; charset=utf-8", json: "application/json" }[format];
  return new Response(stream, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="report-${mode}-${date}.${format}"`,
      "Cache-Control": "no-store, no-transform",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
