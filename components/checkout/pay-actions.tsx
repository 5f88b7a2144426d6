import { Copy, ExternalLink, QrCode as QrIcon, Send, Smartphone, X } from "lucide";
import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { HandOnButton } from "./hand-on-button.tsx";
import { checkoutPath, payAddress, payLinkHere } from "./links.ts";
import type { ScreenProps } from "./screen.ts";

type OpenProps = ScreenProps & {
  label?: string | undefined;
  /** A page of the payment to continue at, instead of the order. */
  link?: string | undefined;
};

/** Opens new tabs, so that the shop's page stays. */
export function OpenLinks({ view, text, label, link }: OpenProps) {
  const { checkout } = text.messages;
  const payLink = payLinkHere(view, text.linkQuery.lang);
  const opening = view.opensApp ? checkout.openApp : checkout.goOn;
  if (link !== undefined) {
    return (
      <ButtonLink href={link} target="_blank" size="large" wide data-leaves="">
        {label ?? opening}
      </ButtonLink>
    );
  }
  return (
    <div className="grid gap-3">
      <ButtonLink
        href={view.appLink ?? payLink}
        target="_blank"
        size="large"
        wide
        {...(view.opensApp && { icon: <Icon of={Smartphone} /> })}
        data-leaves=""
      >
        {label ?? opening}
      </ButtonLink>
      {view.appLink !== null && (
        <ButtonLink
          href={payLink}
          target="_blank"
          look="secondary"
          wide
          icon={<Icon of={ExternalLink} points />}
          data-leaves=""
        >
          {checkout.openLink}
        </ButtonLink>
      )}
    </div>
  );
}

export function TryAgain({ view, text }: ScreenProps) {
  const again = payAddress(view, "/bank", text.linkQuery);
  return (
    <ButtonLink href={again} target="_blank" size="large" wide data-leaves="">
      {text.messages.payer.declined.tryAgain}
    </ButtonLink>
  );
}

export function PayHere({ view, text }: ScreenProps) {
  return (
    <ButtonLink
      href={payLinkHere(view, text.linkQuery.lang)}
      target="_blank"
      look="secondary"
      wide
      data-leaves=""
    >
      {text.messages.checkout.payHere}
    </ButtonLink>
  );
}

function LinkToHandOn({ view, text }: ScreenProps) {
  const { checkout } = text.messages;
  const amount = text.amount(view.amount, view.currency);
  const common = {
    link: view.payLink,
    doneText: checkout.copied,
    failedText: checkout.copyFailed,
  };
  return (
    <>
      <HandOnButton {...common} icon={Copy} label={checkout.copyLink} />
      <HandOnButton
        {...common}
        icon={Send}
        label={checkout.sendLink}
        title={text.format(checkout.ready.tab, { amount, payee: view.payee.name })}
      />
    </>
  );
}

const TOOL = { look: "tool", size: "small" } as const;

/** A row of controls of one height. */
export function MoreActions({
  children,
  view,
  text,
  shows,
  isPhone = false,
}: ScreenProps & {
  shows: "qr" | "app" | "progress" | "transfer";
  isPhone?: boolean;
  children?: ReactNode;
}) {
  const { checkout } = text.messages;
  const path = (query: Record<string, string>) =>
    checkoutPath(view.reference, { ...query, ...text.linkQuery });
  return (
    <div className="flex flex-wrap items-start gap-2 *:grow">
      {children}
      {shows === "qr" && isPhone && (
        <ButtonLink
          {...TOOL}
          href={path({ view: "app" })}
          icon={<Icon of={Smartphone} size={16} />}
        >
          {checkout.showApp}
        </ButtonLink>
      )}
      {shows === "app" && (
        <ButtonLink {...TOOL} href={path({ view: "qr" })} icon={<Icon of={QrIcon} size={16} />}>
          {checkout.showQr}
        </ButtonLink>
      )}
      {shows !== "progress" && shows !== "transfer" && <LinkToHandOn view={view} text={text} />}
      <ButtonLink {...TOOL} href={path({ confirm: "cancel" })} icon={<Icon of={X} size={16} />}>
        {checkout.cancel}
      </ButtonLink>
    </div>
  );
}
