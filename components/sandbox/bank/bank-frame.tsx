import type { ReactNode } from "react";
import { BankMark } from "#components/ui/bank-mark.tsx";
import { TopLine } from "#components/ui/banner.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { SANDBOX_BANKS } from "#lib/banks/sandbox/sandbox-banks.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  aside?: ReactNode;
  width?: "narrow" | "wide";
  children: ReactNode;
};

// The bank has its own colour: it must not look like the checkout.
const BRAND =
  "[--accent-strong:#173c6d] [--accent-tint:#e8eff9] [--accent:#1f4e8c] [--on-accent:#ffffff] dark:[--accent-strong:#a9c9f5] dark:[--accent-tint:#16233a] dark:[--accent:#8fb8f0] dark:[--on-accent:#0b1f38]";

const MARK = `data:image/svg+xml,${encodeURIComponent(SANDBOX_BANKS[0].logo)}`;

export function BankFrame({ text, aside, width = "narrow", children }: Props) {
  const words = text.messages.bank;
  const header = (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent">
        <BankMark name={words.name} logoPath={MARK} size={32} />
        {words.name}
      </p>
      {aside}
    </div>
  );
  return (
    <div className={BRAND}>
      <PageShell
        width={width}
        top={<TopLine>{words.line}</TopLine>}
        header={header}
        footer={words.foot}
      >
        {children}
      </PageShell>
    </div>
  );
}
