import { Landmark } from "lucide-react";
import type { ReactNode } from "react";
import { Banner, TopLine } from "#components/ui/banner.tsx";
import { Card } from "#components/ui/card.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { OrderSummary } from "./order-summary.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & {
  /** What went wrong just now, in words. */
  problem?: string | undefined;
  children: ReactNode;
};

/** The frame of all screens of one transaction: test line, order, the screen, our name at the foot. */
export function CheckoutShell({ view, text, problem, children }: Props) {
  const { common } = text.messages;
  return (
    <PageShell
      top={view.mode === "test" && <TopLine>{common.testMode}</TopLine>}
      footer={<ProductLine text={common.foot} />}
    >
      {problem && (
        <Banner tone="negative" alert>
          <p>{problem}</p>
        </Banner>
      )}
      <Card padding="roomy">
        <OrderSummary view={view} text={text} />
        <hr className="my-6 border-line" />
        <div className="grid gap-6">{children}</div>
      </Card>
    </PageShell>
  );
}

/** Our name, small. */
function ProductLine({ text }: { text: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Icon of={Landmark} size={16} />
      {text}
    </span>
  );
}
