import type { ReactNode } from "react";
import { accessibilityPath } from "#components/checkout/links.ts";
import { type Fact, Facts } from "#components/ui/facts.tsx";
import type { Operator } from "#lib/platform/configuration/operator.ts";
import type { Text } from "#lib/platform/i18n/format.ts";
import { List, MailLink, PageLink, Section } from "./section.tsx";

type Props = {
  text: Text;
  operator: Operator | undefined;
  isTest: boolean;
  /** Of the order in an app's webview. */
  reference: string | undefined;
};

/** PSD2, articles 45 (2) and 101, on one page. */
export function InformationContent({ text, operator, isTest, reference }: Props) {
  const { company, accessibility } = text.messages.information;
  return (
    <>
      <Section id="company" title={company.title}>
        {operator ? <Company text={text} operator={operator} /> : <p>{company.none}</p>}
        {isTest && <p>{company.test}</p>}
      </Section>
      <Complaints text={text} operator={operator} />
      <p>
        <PageLink href={accessibilityPath({ reference, ...text.linkQuery })}>
          {accessibility.title}
        </PageLink>
      </p>
    </>
  );
}

function Company({ text, operator }: { text: Text; operator: Operator }) {
  const { company: words, terms, privacy } = text.messages.information;
  const { name, address, email, licence, authority, authorityUrl } = operator;
  const fact = (label: string, value: ReactNode): Fact[] =>
    value === undefined ? [] : [{ label, value }];
  const data = (value: string | undefined) => value && <bdi>{value}</bdi>;
  return (
    <>
      <p>{text.format(words.lead, { operator: name })}</p>
      <Facts
        facts={[
          ...fact(words.name, data(name)),
          ...fact(words.address, data(address)),
          ...fact(words.email, email && <MailLink address={email} />),
          ...fact(words.licence, data(licence)),
          ...fact(
            words.authority,
            authorityUrl && authority ? (
              <PageLink href={authorityUrl}>{data(authority)}</PageLink>
            ) : (
              data(authority)
            ),
          ),
        ]}
      />
      <Links
        links={[
          { href: operator.termsUrl, words: terms },
          { href: operator.privacyUrl, words: privacy },
        ]}
      />
    </>
  );
}

function Complaints({ text, operator }: Pick<Props, "text" | "operator">) {
  const { complaints: words } = text.messages.information;
  const { name, complaintsUrl, disputesUrl, authority, authorityUrl } = operator ?? {};
  const hasBody = disputesUrl !== undefined || authorityUrl !== undefined;
  return (
    <Section id="complaints" title={words.title}>
      <List
        items={[
          words.bank,
          words.shop,
          ...(name === undefined ? [] : [text.format(words.operator, { operator: name })]),
        ]}
      />
      <Links links={[{ href: complaintsUrl, words: words.how }]} />
      {hasBody && <p>{words.further}</p>}
      <Links
        links={[
          { href: disputesUrl, words: words.disputes },
          { href: authorityUrl, words: <bdi>{authority}</bdi> },
        ]}
      />
    </Section>
  );
}

function Links({ links }: { links: { href: string | undefined; words: ReactNode }[] }) {
  const set = links.filter((link): link is { href: string; words: ReactNode } =>
    Boolean(link.href),
  );
  if (set.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4">
      {set.map(({ href, words }) => (
        <li key={href}>
          <PageLink href={href}>{words}</PageLink>
        </li>
      ))}
    </ul>
  );
}
