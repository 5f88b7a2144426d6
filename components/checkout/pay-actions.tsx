import { ExternalLink, QrCode as QrIcon, Smartphone } from "lucide-react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { CopyLink } from "./copy-link.tsx";
import { checkoutPath } from "./links.ts";
import type { ScreenProps } from "./screen.ts";

/** The app and the browser, for the device the page is open on. New tabs, so that the shop's page stays. */
export function OpenLinks({ view, text }: ScreenProps) {
  const { checkout } = text.messages;
  return (
    <div className="grid gap-3">
      <ButtonLink
        href={view.appLink ?? view.payLink}
        target="_blank"
        size="large"
        wide
        icon={<Icon of={Smartphone} />}
      >
        {checkout.openApp}
      </ButtonLink>
      {view.appLink !== null && (
        <ButtonLink
          href={view.payLink}
          target="_blank"
          look="secondary"
          wide
          icon={<Icon of={ExternalLink} points />}
        >
          {checkout.openLink}
        </ButtonLink>
      )}
    </div>
  );
}

/** Below a QR code: pay here instead. */
export function PayHere({ view, text }: ScreenProps) {
  return (
    <ButtonLink href={view.payLink} target="_blank" look="secondary" wide>
      {text.messages.checkout.payHere}
    </ButtonLink>
  );
}

/** The quiet row at the end: the other way to pay, copy, cancel. */
export function MoreActions({
  view,
  text,
  shows,
}: ScreenProps & { shows: "qr" | "app" | "progress" | "transfer" }) {
  const { checkout } = text.messages;
  const path = (query: Record<string, string>) =>
    checkoutPath(view.reference, { ...query, ...text.linkQuery });
  return (
    <div className="-mb-2 flex flex-wrap items-start justify-center gap-x-2">
      {shows === "qr" && view.appLink !== null && (
        <ButtonLink href={path({ view: "app" })} look="quiet" icon={<Icon of={Smartphone} />}>
          {checkout.showApp}
        </ButtonLink>
      )}
      {shows === "app" && (
        <ButtonLink href={path({ view: "qr" })} look="quiet" icon={<Icon of={QrIcon} />}>
          {checkout.showQr}
        </ButtonLink>
      )}
      {shows !== "progress" && shows !== "transfer" && (
        <CopyLink
          link={view.payLink}
          label={checkout.copyLink}
          doneText={checkout.copied}
          failedText={checkout.copyFailed}
        />
      )}
      <ButtonLink href={path({ confirm: "cancel" })} look="quiet">
        {checkout.cancel}
      </ButtonLink>
    </div>
  );
}
