import { AppWindow, Globe, type IconNode, Smartphone } from "lucide";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageButton } from "#components/ui/page-button.tsx";
import type { IntegrationMethod } from "#lib/merchants/model/integration-method.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

export type MethodSummary = {
  method: IntegrationMethod;
  href: string;
  activeKeys: number;
  lastCallAt: Date | null;
};

type Props = { text: MerchantText; now: Date; summaries: MethodSummary[] };

const ICONS: Record<IntegrationMethod, IconNode> = {
  web: Globe,
  direct: Smartphone,
  sdk: AppWindow,
};

export function MethodCards({ text, now, summaries }: Props) {
  return (
    <ul className="grid items-stretch gap-4 md:grid-cols-3">
      {summaries.map((summary) => (
        <li key={summary.method} className="grid">
          <MethodCard text={text} now={now} summary={summary} />
        </li>
      ))}
    </ul>
  );
}

function MethodCard({ text, now, summary }: Omit<Props, "summaries"> & { summary: MethodSummary }) {
  const { method, href, activeKeys, lastCallAt } = summary;
  const words = text.messages.installations;
  const { name, use } = words.methods[method];
  const id = `method-${method}`;
  const lastCall = lastCallAt ? <Moment text={text} at={lastCallAt} now={now} /> : words.noCall;
  return (
    <Card labelledBy={id}>
      <div className="flex h-full flex-col gap-4">
        <h2 id={id} className="flex items-center gap-2 font-semibold text-lg">
          <span className="text-accent">
            <Icon of={ICONS[method]} />
          </span>
          {name}
        </h2>
        <p className="text-muted">{use}</p>
        <div className="mt-auto">
          <Facts
            facts={[
              {
                label: words.keysLabel,
                value: text.format(words.activeKeys, { count: activeKeys }),
              },
              { label: words.lastCall, value: lastCall },
            ]}
          />
        </div>
        <PageButton href={href} look="secondary" wide>
          {text.format(words.open, { method: name })}
        </PageButton>
      </div>
    </Card>
  );
}
