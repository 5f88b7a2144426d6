"use client";

import {
  createElement,
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactElement,
  useEffect,
  useRef,
} from "react";
import { startCheckout } from "./checkout.ts";
import type { BanksideCheckoutElement } from "./element.ts";
import type { CheckoutEvent } from "./events.ts";
import type { CheckoutOptions } from "./options.ts";

/** Props of {@link BanksideCheckout}: the options of `mount`, and a class for the element around the frame. */
export type BanksideCheckoutProps = CheckoutOptions & { className?: string | undefined };

/**
 * Shows the checkout of `redirectUrl`. Removing the component removes the checkout, in any state of the payment. The
 * inline frame is part of the server's HTML, so it loads before the page's scripts do, and without them.
 *
 * `onEvent` may be a new function in each render. If another option changes, the checkout starts again.
 */
export function BanksideCheckout(props: BanksideCheckoutProps): ReactElement {
  const { redirectUrl, display, lang, title, minHeight, sandbox, className, onEvent } = props;
  const host = useRef<HTMLDivElement>(null);
  const newest = useRef(onEvent);

  useEffect(() => {
    newest.current = onEvent;
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    // Strict Mode starts it twice. The frame is React's, so the second start adopts it without a reload.
    const report = (event: CheckoutEvent) => newest.current?.(event);
    const options = { redirectUrl, display, lang, title, minHeight, sandbox, onEvent: report };
    return startCheckout(element, options, element.querySelector("iframe")).destroy;
  }, [redirectUrl, display, lang, title, minHeight, sandbox]);

  const frame = createElement("iframe", {
    // Another address or sandbox needs another frame.
    key: `${redirectUrl} ${sandbox ?? ""}`,
    src: redirectUrl,
    title,
    sandbox,
    width: "100%",
    height: minHeight ?? 760,
    allow: "clipboard-write; web-share",
    referrerPolicy: "strict-origin",
  });
  return createElement("div", { ref: host, className }, display === "dialog" ? null : frame);
}

type ElementProps = DetailedHTMLProps<
  HTMLAttributes<BanksideCheckoutElement>,
  BanksideCheckoutElement
> & {
  "redirect-url"?: string | undefined;
  display?: "inline" | "dialog" | undefined;
  "frame-title"?: string | undefined;
  "min-height"?: number | undefined;
  sandbox?: string | undefined;
  /** React passes `className` on as an attribute of that name. */
  class?: string | undefined;
};

declare module "react" {
  // biome-ignore lint/style/noNamespace: React's types name their elements there.
  namespace JSX {
    interface IntrinsicElements {
      "bankside-checkout": ElementProps;
    }
  }
}
