import type { ReactNode } from "react";
import { Foot, Logo, STACKED } from "#components/checkout/checkout-shell.tsx";
import { LanguagePicker } from "#components/checkout/language-picker.tsx";
import { informationPath } from "#components/checkout/links.ts";
import { Amount } from "#components/ui/amount.tsx";
import { Banner, TopLine } from "#components/ui/banner.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import type { OpenedLink } from "#lib/payments/links/link.ts";
import type { Text } from "#lib/platform/i18n/format.ts";
import type { LanguageChoice } from "#lib/platform/i18n/language-links.ts";

type Props = {
  link: OpenedLink;
  text: Text;
  logoPath: string | undefined;
  languages: LanguageChoice;
  problem?: string | undefined;
  /** Not where a title names what was paid, or nothing can be paid. */
  showsAmount: boolean;
  children: ReactNode;
};

/** Looks like the checkout that it leads to. */
export function LinkShell({ link, text, logoPath, languages, problem, ...props }: Props) {
  const { common, information } = text.messages;
  const { showsAmount, children } = props;
  const { amount, currency, description } = link;
  return (
    <PageShell
      top={link.mode === "test" && <TopLine>{common.testMode}</TopLine>}
      footer={
        <>
          <LanguagePicker text={text} choice={languages} />
          <a
            href={informationPath(text.linkQuery)}
            target="_blank"
            rel="noopener"
            className="foot-link"
          >
            {information.link}
          </a>
          <Foot text={text} />
        </>
      }
    >
      {problem && (
        <Banner tone="negative" alert>
          <p>{problem}</p>
        </Banner>
      )}
      <Card padding="none">
        <div className={STACKED.order}>
          {logoPath !== undefined && <Logo path={logoPath} />}
          <div className="@container grid gap-1">
            <p className="font-semibold text-lg">
              <bdi>{link.payeeName}</bdi>
            </p>
            {showsAmount && amount !== null && <Amount>{text.amount(amount, currency)}</Amount>}
            {description !== null && (
              <p className="wrap-anywhere">
                <bdi>{description}</bdi>
              </p>
            )}
          </div>
        </div>
        <div data-step="" className={STACKED.step}>
          {children}
        </div>
      </Card>
    </PageShell>
  );
}
