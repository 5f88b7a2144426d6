import { Landmark } from "lucide-react";
import type { ReactNode } from "react";
import { Banner, TopLine } from "#components/ui/banner.tsx";
import { Card } from "#components/ui/card.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { WithIcon } from "#components/ui/with-icon.tsx";
import type { LanguageLink } from "#lib/platform/i18n/language-links.ts";
import { type LanguageList, LanguagePicker } from "./language-picker.tsx";
import { OrderSummary } from "./order-summary.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & {
  problem?: string | undefined;
  logoPath?: string | undefined;
  languages?: LanguageLink[];
  /** Address that lists the languages, for pages without scripts. */
  languageList?: LanguageList;
  children: ReactNode;
};

export function CheckoutShell({
  view,
  text,
  problem,
  logoPath,
  languages,
  languageList,
  children,
}: Props) {
  const { common } = text.messages;
  return (
    <PageShell
      top={view.mode === "test" && <TopLine>{common.testMode}</TopLine>}
      footer={
        <>
          {languages && <LanguagePicker text={text} links={languages} list={languageList} />}
          <WithIcon icon={<Icon of={Landmark} size={16} />}>{common.foot}</WithIcon>
        </>
      }
    >
      {problem && (
        <Banner tone="negative" alert>
          <p>{problem}</p>
        </Banner>
      )}
      <Card padding="roomy">
        {logoPath !== undefined && <Logo path={logoPath} />}
        <OrderSummary view={view} text={text} />
        <hr className="my-6 border-line" />
        <div className="grid gap-6">{children}</div>
      </Card>
    </PageShell>
  );
}

/** No alt text: the merchant's name follows. */
function Logo({ path }: { path: string }) {
  return (
    <p className="mb-4 flex h-14 items-center">
      {/* biome-ignore lint/performance/noImgElement: next/image writes style attributes, which the policy forbids */}
      <img
        src={path}
        alt=""
        className="max-h-14 w-auto max-w-full rounded-soft bg-(--plate) object-contain object-left rtl:object-right p-(--plate-edge)"
      />
    </p>
  );
}
