import { CircleCheck, CircleX, type IconNode, Info } from "lucide";
import { Banner } from "#components/ui/banner.tsx";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { Finding } from "#lib/merchants/embedding/check.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; findings: Finding[] };

const LOOKS: Record<Finding["level"], { icon: IconNode; colour: string }> = {
  good: { icon: CircleCheck, colour: "text-positive" },
  bad: { icon: CircleX, colour: "text-negative" },
  note: { icon: Info, colour: "text-muted" },
};

export function Findings({ text, findings }: Props) {
  const words = text.messages.embedCheck;
  const order = ["bad", "note", "good"];
  const sorted = findings.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  const count = findings.filter(({ level }) => level === "bad").length;
  return (
    <Card labelledBy="results">
      <div className="grid gap-4">
        <h2 id="results" className="font-semibold text-lg">
          {words.results}
        </h2>
        <Banner tone={count > 0 ? "negative" : "positive"}>
          <p>{count > 0 ? text.format(words.someBad, { count }) : words.allGood}</p>
        </Banner>
        <ul className="divide-y divide-line">
          {sorted.map((finding) => (
            <Entry key={finding.code} text={text} finding={finding} />
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Entry({ text, finding }: { text: MerchantText; finding: Finding }) {
  const words = text.messages.embedCheck;
  const { title, why, fix } = words.findings[finding.code];
  const { icon, colour } = LOOKS[finding.level];
  return (
    <li className="flex gap-3 py-4">
      <span className={`mt-0.5 ${colour}`}>
        <Icon of={icon} label={words.levels[finding.level]} />
      </span>
      <div className="grid min-w-0 flex-1 gap-2">
        <h3 className="wrap-anywhere font-medium">{text.format(title, finding.values)}</h3>
        {why && (
          <p className="text-muted">
            <span className="sr-only">{words.why}: </span>
            {text.format(why, finding.values)}
          </p>
        )}
        {fix && (
          <p>
            <span className="sr-only">{words.fix}: </span>
            {text.format(fix, finding.values)}
          </p>
        )}
        {finding.copy && <CodeBlock code={finding.copy} />}
        {finding.code === "unregistered" && (
          <a
            href={consolePath("/settings/embedding", { origin: finding.copy })}
            className="link justify-self-start"
          >
            {words.console}
          </a>
        )}
      </div>
    </li>
  );
}
