import type { ReactNode } from "react";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { type Fact, Facts } from "#components/ui/facts.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { RoadOverview, RoadState } from "#lib/console/ways-to-be-paid/overview.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { Section } from "./section.tsx";

const TONES: Record<RoadState, BadgeTone> = {
  off: "neutral",
  test: "neutral",
  ready: "positive",
  failing: "negative",
};

type Props = {
  text: MerchantText;
  overview: RoadOverview;
  now: Date;
  /** Before what it needs. */
  facts?: Fact[];
  children?: ReactNode;
};

export function RoadSection({ text, overview, now, facts = [], children }: Props) {
  const words = text.messages.waysToBePaid;
  const { road, state, lastMoneyAt } = overview;
  const { title, lead, needs, failing } = words.roads[road];
  return (
    <Section id={`road-${road}`} title={title} lead={lead}>
      <Facts
        facts={[
          { label: words.state, value: <Badge tone={TONES[state]}>{words.states[state]}</Badge> },
          ...facts,
          { label: words.needs, value: needs },
          {
            label: words.lastMoney,
            value: lastMoneyAt ? <Moment text={text} at={lastMoneyAt} now={now} /> : words.noMoney,
          },
        ]}
      />
      {state === "failing" && <p className="text-negative">{failing}</p>}
      {children}
    </Section>
  );
}
