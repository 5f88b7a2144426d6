import type { ReactNode } from "react";
import { TopLine } from "#components/ui/banner.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { type CartLine, countPieces } from "#lib/sandbox/shop/cart.ts";
import { SHOP_LOGO } from "#lib/sandbox/shop/logo.ts";

type Props = {
  text: MerchantText;
  lines?: CartLine[];
  width?: "regular" | "wide";
  children: ReactNode;
};

const LINK =
  "inline-flex min-h-11 items-center rounded-soft px-2 font-medium sm:px-3 text-ink no-underline hover:bg-sunken";

export function ShopFrame({ text, lines = [], width = "regular", children }: Props) {
  const words = text.messages.shop;
  const header = (
    <nav aria-label={words.navigation} className="flex flex-wrap items-center">
      <a href="/sandbox/shop" className={`${LINK} -ms-2 me-auto sm:-ms-3 gap-2 font-semibold`}>
        {/* biome-ignore lint/performance/noImgElement: next/image writes style attributes, which the policy forbids */}
        <img src={`data:image/png;base64,${SHOP_LOGO}`} alt="" width={28} height={28} />
        {words.name}
      </a>
      <a href="/sandbox/shop/orders" className={LINK}>
        {words.orders.link}
      </a>
      <a href="/sandbox/shop/cart" className={`${LINK} -me-2 sm:-me-3`}>
        {text.format(words.cart.link, { count: countPieces(lines) })}
      </a>
    </nav>
  );
  return (
    <PageShell
      width={width}
      top={<TopLine>{words.line}</TopLine>}
      header={header}
      footer={words.foot}
    >
      {children}
    </PageShell>
  );
}
