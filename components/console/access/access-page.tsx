import type { ReactNode } from "react";
import { accessibilityPath } from "#components/checkout/links.ts";
import { Card } from "#components/ui/card.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { WordMark } from "#components/ui/word-mark.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  children: ReactNode;
  below?: ReactNode;
};

export function AccessPage({ text, children, below }: Props) {
  return (
    <PageShell
      header={
        <p className="py-2 text-accent">
          <WordMark name={text.messages.common.product} size="large" />
        </p>
      }
      footer={
        <a href={accessibilityPath(text.linkQuery)} className="foot-link">
          {text.messages.information.accessibility.title}
        </a>
      }
    >
      <Card padding="roomy">
        <div className="grid gap-6">{children}</div>
      </Card>
      {below && <div className="grid justify-items-center gap-1 text-center">{below}</div>}
    </PageShell>
  );
}

type LinkProps = { href: string; children: string };

export function AccessLink({ href, children }: LinkProps) {
  return (
    <p>
      <a href={href} className="link inline-flex min-h-11 items-center">
        {children}
      </a>
    </p>
  );
}
