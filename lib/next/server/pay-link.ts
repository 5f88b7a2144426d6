import { readReference } from "#lib/payments/checkout/order-info.ts";

const PAY_LINK = /^\/pay\/(\d+)$/;

/** The page that the link of a QR code leads to. Needs no lookup: the page's own request is the one that counts as a guess. */
export function orderOf(
  { pathname, searchParams }: { pathname: string; searchParams: URLSearchParams },
  payerAppUrl: string,
): string | undefined {
  const orderInfo = PAY_LINK.exec(pathname)?.[1] ?? "";
  const reference = readReference(orderInfo);
  if (reference === undefined) return undefined;
  const query = new URLSearchParams([["o", orderInfo], ...searchParams]);
  return `${payerAppUrl}/${reference}?${query}`;
}

export function respondOrder(location: string): Response {
  return new Response(null, {
    status: 307,
    headers: {
      Location: location,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
    },
  });
}
