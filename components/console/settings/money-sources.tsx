import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { Section } from "./section.tsx";

/** Each has its words below `waysToBePaid.sources`. */
const SOURCES = [
  { name: "feeds", path: "/settings/feeds" },
  { name: "statements", path: "/settings/statements" },
  { name: "files", path: "/payments/transfers" },
] as const;

export function MoneySources({ text }: { text: MerchantText }) {
  const words = text.messages.waysToBePaid.sources;
  return (
    <Section id="money-sources" title={words.title} lead={words.lead}>
      <ul className="grid divide-y divide-line">
        {SOURCES.map(({ name, path }) => (
          <li key={name} className="grid gap-1 py-3 first:pt-0 last:pb-0">
            <h3 className="font-medium">{words[name].title}</h3>
            <p className="max-w-prose text-muted">{words[name].lead}</p>
            <p>
              <PageLink
                className="link"
                href={consolePath(path, { mode: "live", ...text.linkQuery })}
              >
                {words[name].link}
              </PageLink>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
