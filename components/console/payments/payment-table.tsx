// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table that is laid out as blocks

import { ArrowDown, ArrowUp } from "lucide";
import type { ReactNode } from "react";
import { CopyIcon } from "#components/ui/copy-icon.tsx";
import { ExactTime } from "#components/ui/exact-time.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { ListedPayment, PaymentOrder } from "#lib/console/payment-history/payment.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { StatusBadge } from "./status-badge.tsx";

type Props = {
  text: MerchantText;
  payments: ListedPayment[];
  bankNames: Record<string, string>;
  order: PaymentOrder;
  hrefOf: (order: PaymentOrder) => string;
};

type Column = {
  head: string;
  /** On a narrow screen, two lines hold the cells of a payment. */
  look: string;
  by?: PaymentOrder["by"];
  cell: (payment: ListedPayment) => ReactNode;
};

/** The whole row is the link to its payment. */
export function PaymentTable({ text, payments, bankNames, order, hrefOf }: Props) {
  const columns = columnsOf(text, bankNames);
  return (
    <table
      role="table"
      aria-keyshortcuts="J K"
      className="block w-full border-separate border-spacing-0 text-sm sm:table sm:table-fixed"
    >
      <caption className="sr-only">{text.messages.payments.list.caption}</caption>
      <thead role="rowgroup" className="block sm:sticky sm:top-0 sm:z-10 sm:table-header-group">
        <tr role="row" className="flex flex-wrap sm:table-row">
          {columns.map((column) => (
            <Head key={column.head} column={column} order={order} hrefOf={hrefOf} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block sm:table-row-group">
        {payments.map((payment) => (
          <tr
            key={payment.id}
            role="row"
            className="group relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-line border-t px-3 py-2.5 hover:bg-sunken sm:table-row sm:p-0"
          >
            {columns.map(({ head, look, cell }) => (
              <td
                key={head}
                role="cell"
                className={`sm:h-10 sm:border-line sm:border-t sm:px-3 sm:py-0 ${look}`}
              >
                {cell(payment)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type HeadProps = Pick<Props, "order" | "hrefOf"> & { column: Column };

function Head({ column: { head, look, by }, order, hrefOf }: HeadProps) {
  const isSorted = by === order.by;
  const isAscending = isSorted && order.direction === "asc";
  const next = isSorted && !isAscending ? "asc" : "desc";
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={isSorted ? (isAscending ? "ascending" : "descending") : undefined}
      className={`px-3 text-start font-medium text-muted sm:h-9 sm:bg-card first:rounded-ss-soft last:rounded-se-soft ${look} ${by ? "" : "max-sm:hidden"}`}
    >
      {by ? (
        <PageLink
          href={hrefOf({ by, direction: next })}
          className="inline-flex min-h-11 items-center gap-1 text-inherit no-underline hover:text-ink sm:min-h-8 aria-[sort]:text-ink"
        >
          {head}
          {isSorted && <Icon of={isAscending ? ArrowUp : ArrowDown} size={16} />}
        </PageLink>
      ) : (
        head
      )}
    </th>
  );
}

function columnsOf(text: MerchantText, bankNames: Record<string, string>): Column[] {
  const { list } = text.messages.payments;
  return [
    {
      head: list.state,
      by: "status",
      look: "max-sm:order-2 max-sm:justify-self-end sm:w-28 xl:w-60 2xl:w-84",
      cell: (payment) => <State text={text} payment={payment} />,
    },
    {
      head: list.amount,
      by: "amount",
      look: "max-sm:order-1 sm:w-32 sm:text-end",
      cell: ({ amount, currency }) => (
        <span className="whitespace-nowrap font-semibold tabular-nums">
          {text.amount(amount, currency)}
        </span>
      ),
    },
    {
      head: list.order,
      look: "max-sm:order-3",
      cell: (payment) => <Order text={text} payment={payment} />,
    },
    {
      head: list.payer,
      look: "max-[90rem]:hidden",
      cell: ({ payer }) => {
        const known = payer.maskedEmail ?? payer.maskedIban;
        return (
          <span className={`block truncate ${known ? "" : "text-muted"}`}>
            {known ?? list.unknown}
          </span>
        );
      },
    },
    {
      head: list.bank,
      look: "max-xl:hidden xl:w-44 2xl:w-48",
      cell: ({ bankId }) => (
        <span className={`block truncate ${bankId === null ? "text-muted" : ""}`}>
          {bankId === null ? list.noBank : (bankNames[bankId] ?? bankId)}
        </span>
      ),
    },
    {
      head: list.created,
      by: "created",
      look: "max-sm:order-4 max-sm:justify-self-end sm:w-56",
      cell: ({ createdAt }) => <ExactTime at={createdAt} isInRow />,
    },
  ];
}

function Order({
  text,
  payment: { id, externalId },
}: {
  text: MerchantText;
  payment: ListedPayment;
}) {
  const { list } = text.messages.payments;
  const name = externalId ?? id;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <PageLink
        data-row=""
        href={consolePath(`/payments/${id}`, text.linkQuery)}
        className="min-w-0 truncate font-medium text-ink no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-accent focus-visible:after:-outline-offset-3 group-hover:underline"
      >
        {name}
      </PageLink>
      <span className="relative max-sm:hidden opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <CopyIcon text={name} label={text.format(list.copy, { order: name })} />
      </span>
    </span>
  );
}

function State({ text, payment }: { text: MerchantText; payment: ListedPayment }) {
  const { status, failureReason } = payment;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <StatusBadge text={text} status={status} failureReason={failureReason} />
      {failureReason && (
        <span className="truncate text-muted max-xl:hidden">
          {text.messages.payments.reasons[failureReason]}
        </span>
      )}
    </span>
  );
}
