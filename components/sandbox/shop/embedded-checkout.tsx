import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { OpenCheckout } from "./open-checkout.tsx";

type Props = {
  text: MerchantText;
  redirectUrl: string;
  title: string;
  scriptUrl: string;
  nonce: string | undefined;
  display: "inline" | "dialog";
  allow: string;
};

/** Works as a plain frame; the payment service's script enhances it. */
export function EmbeddedCheckout(props: Props) {
  const { text, redirectUrl, title, scriptUrl, nonce, display, allow } = props;
  const words = text.messages.shop.pay;
  const frame = (
    <iframe
      src={redirectUrl}
      title={title}
      allow={allow}
      // The checkout must know which page embeds it; this page's own policy would hide that.
      referrerPolicy="strict-origin"
      className="-mx-4 block h-[85dvh] min-h-[52rem] lg:h-160 lg:min-h-0 w-[calc(100%+2rem)] border-line border-y sm:mx-0 sm:w-full sm:rounded-soft sm:border"
    />
  );
  const isDialog = display === "dialog";
  return (
    <>
      <script data-own="" async src={scriptUrl} nonce={nonce} crossOrigin="anonymous" />
      <bankside-checkout
        key={display}
        redirect-url={redirectUrl}
        frame-title={title}
        display={display}
        className="block"
      >
        {isDialog ? <noscript>{frame}</noscript> : frame}
      </bankside-checkout>
      {isDialog && <OpenCheckout redirectUrl={redirectUrl}>{words.open}</OpenCheckout>}
      <p>
        <a className="link" href={isDialog ? "?" : "?display=dialog"}>
          {isDialog ? words.inPage : words.inDialog}
        </a>
      </p>
    </>
  );
}
