// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table that is laid out as blocks
import type { ReactNode } from "react";

export type Column<Row> = {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  figures?: boolean;
};

type Props<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
};

/** On a narrow screen each row becomes a card with headings next to the values. The first column is the row header. */
export function DataTable<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  return (
    <table role="table" className="block w-full text-sm sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
        <tr role="row">
          {columns.map(({ key, head, figures }) => (
            <th
              key={key}
              scope="col"
              role="columnheader"
              className={`px-3 py-2 font-medium text-muted ${figures ? "text-end" : "text-start"}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="grid divide-y divide-line sm:table-row-group">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className="grid gap-1 py-3 sm:table-row sm:py-0">
            {columns.map(({ key, head, cell, figures }) => (
              <td
                key={key}
                role="cell"
                className={`flex items-baseline justify-between gap-4 sm:table-cell sm:px-3 sm:py-3 sm:align-middle ${figures ? "tabular-nums sm:text-end" : ""}`}
              >
                <span aria-hidden="true" className="shrink-0 text-muted sm:hidden">
                  {head}
                </span>
                <span className="wrap-anywhere min-w-0 text-end sm:[text-align:inherit]">
                  {cell(row)}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
