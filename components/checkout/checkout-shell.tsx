import type { ReactNode } from "react";
import { Banner, TopLine } from "#components/ui/banner.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { WordMark } from "#components/ui/word-mark.tsx";
import type { CheckoutView } from "#lib/payments/checkout/view.ts";
import type { LanguageChoice } from "#lib/platform/i18n/language-links.ts";
import { LanguagePicker } from "./language-picker.tsx";
import { informationPath } from "./links.ts";
import { OrderSummary } from "./order-summary.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & {
  problem?: string | undefined;
  notice?: string | undefined;
  logoPath?: string | undefined;
  languages?: LanguageChoice;
  /** Two columns from 900 px. */
  isSplit?: boolean;
  /** Fills the column of the order. Hidden where it has none. */
  belowOrder?: ReactNode;
  /** For pages whose title does not name the paid amount. */
  showsAmount?: boolean;
  /** Shown to anyone with the link, so it leads back to no order. */
  isShared?: boolean;
  children: ReactNode;
};

export function CheckoutShell({
  view,
  text,
  problem,
  notice,
  logoPath,
  languages,
  isSplit = false,
  belowOrder,
  showsAmount = view.state !== "succeeded",
  isShared = false,
  children,
}: Props) {
  const { common } = text.messages;
  const columns = isSplit ? COLUMNS : STACKED;
  return (
    <PageShell
      width={isSplit ? "split" : "narrow"}
      top={
        view.mode === "test" && (
          <div className="not-framed">
            <TopLine>{common.testMode}</TopLine>
          </div>
        )
      }
      footer={
        <>
          {languages && <LanguagePicker text={text} choice={languages} />}
          <InformationLink view={view} text={text} isShared={isShared} />
          <Foot text={text} />
        </>
      }
    >
      {problem && (
        <Banner tone="negative" alert>
          <p>{problem}</p>
        </Banner>
      )}
      {notice && (
        <Banner tone="warning">
          <p>{notice}</p>
        </Banner>
      )}
      <Card padding="none">
        <div className={columns.both}>
          <div className={columns.order}>
            {logoPath !== undefined && <Logo path={logoPath} />}
            <OrderSummary
              view={isShared ? withoutContent(view) : view}
              text={text}
              amountFrom={showsAmount ? "always" : isSplit ? "wide" : "never"}
            />
            {belowOrder}
          </div>
          <div data-step="" className={columns.step}>
            {children}
          </div>
        </div>
      </Card>
    </PageShell>
  );
}

/** What was bought concerns only those who have the order. */
export function withoutContent(view: CheckoutView): CheckoutView {
  return { ...view, description: null, lines: null };
}

// A frame of a shop's site can't show that page, and many webviews of apps open no other window.
function InformationLink({ view, text, isShared }: ScreenProps & { isShared: boolean }) {
  const staysHere = view.flow === "direct" && !isShared;
  const back = staysHere ? { reference: view.reference } : {};
  return (
    <a
      href={informationPath({ ...back, ...text.linkQuery })}
      {...(staysHere ? {} : { target: "_blank", rel: "noopener" })}
      className="foot-link"
    >
      {text.messages.information.link}
    </a>
  );
}

export function Foot({ text }: Pick<ScreenProps, "text">) {
  const { foot, product } = text.messages.common;
  const [before = "", after = ""] = foot.split(product);
  return (
    <p>
      {before}
      <WordMark name={product} />
      {after}
    </p>
  );
}

export const STACKED = {
  both: "",
  order: "px-5 py-6 sm:px-8",
  step: "@container grid grid-cols-1 gap-6 border-line border-t px-5 py-6 sm:p-8",
} as const;

const COLUMNS = {
  both: "min-[900px]:grid min-[900px]:min-h-120 min-[900px]:grid-cols-[2fr_3fr]",
  order: `${STACKED.order} min-[900px]:rounded-s-soft min-[900px]:bg-sunken min-[900px]:p-10`,
  step: `${STACKED.step} content-start min-[900px]:border-s min-[900px]:border-t-0 min-[900px]:p-10`,
} as const;

/** No alt text: the merchant's name follows. */
export function Logo({ path }: { path: string }) {
  return (
    <div className="mb-4 flex h-10 items-center min-[900px]:h-14">
      {/* biome-ignore lint/performance/noImgElement: next/image writes style attributes, which the policy forbids */}
      <img
        src={path}
        alt=""
        className="max-h-full w-auto max-w-full rounded-soft bg-(--plate) object-contain object-left rtl:object-right p-(--plate-edge)"
      />
    </div>
  );
}
