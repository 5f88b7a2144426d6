import { stringify } from "csv-stringify/sync";

// Spreadsheets run cells that begin with these.
const OPTIONS = {
  escape_formulas: true,
  record_delimiter: "windows",
  quoted_match: /[\r\n]/,
} as const;

type Cell = string | null | undefined;

/** RFC 4180, after the byte order mark by which spreadsheets recognise UTF-8. */
export function csvHead(names: string[]): string {
  return `\uFEFF${csvRows([names])}`;
}

/** Text that a spreadsheet would run gets a mark in front. */
export function csvRows(rows: Cell[][]): string {
  return stringify(
    rows.map((row) => row.map((cell) => cell ?? "")),
    OPTIONS,
  );
}
