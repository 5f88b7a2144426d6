import { createRoute, z } from "@hono/zod-openapi";
import { type Api, callerOf } from "#lib/api/http/context.ts";
import { requireKeyFor } from "#lib/api/http/credentials.ts";
import { problems } from "#lib/api/http/problems.ts";
import { respondParts } from "#lib/api/http/reply.ts";
import { jsonResponse } from "#lib/api/http/responses.ts";
import { CREDENTIAL_PROBLEMS } from "#lib/api/http/usual-problems.ts";
import { BOOK_COLUMNS, toCsv } from "#lib/console/books/csv.ts";
import { toJson } from "#lib/console/books/json.ts";
import {
  checkDay,
  reportExample,
  reportParams,
  reportQuery,
  reportSchema,
} from "./report-schemas.ts";

const CSV = "text/csv; charset=utf-8";

const asJson = jsonResponse(reportSchema, "The report", reportExample);

const getReport = createRoute({
  method: "get",
  path: "/reports/{date}",
  operationId: "getReport",
  tags: ["Reports"],
  summary: "Read a day's report",
  description:
    "What the key's account and mode was paid on a day, with the ids by which your bank has the money, and the totals per IBAN and currency. A " +
    "payment belongs to the day on which it succeeded, and stays there. As CSV (`format=csv`, or `Accept: text/csv`) there is one line " +
    "per entry, and no totals. Days without payments are empty. The response is written while it is read; one that breaks off is " +
    "not valid JSON.",
  security: [{ apiKey: [] }],
  middleware: [requireKeyFor("getReport")],
  request: { params: reportParams, query: reportQuery },
  responses: {
    200: {
      ...asJson,
      content: { ...asJson.content, [CSV]: { schema: z.string(), example: BOOK_COLUMNS.join() } },
    },
    ...problems(...CREDENTIAL_PROBLEMS),
  },
});

export function addReportRoute(api: Api): void {
  api.openapi(getReport, async (c) => {
    const { accountId, mode } = callerOf(c);
    const { timeZone, format = formatOf(c.req.header("Accept")) } = c.req.valid("query");
    const { books } = c.get("services");
    const day = books.day(checkDay(c.req.valid("param").date), timeZone);
    const entries = books.entries({ accountId, mode }, day);
    return format === "csv"
      ? respondParts(c, CSV, toCsv(entries))
      : respondParts(c, "application/json", toJson(day, books.isOver(day), entries));
  });
}

/** Of the two, the one that is named first; JSON if neither is. */
function formatOf(accept = ""): "json" | "csv" {
  const [csv, json] = ["text/csv", "application/json"].map((type) => accept.indexOf(type));
  const isCsv = csv !== undefined && csv >= 0 && (json === undefined || json < 0 || csv < json);
  return isCsv ? "csv" : "json";
}
