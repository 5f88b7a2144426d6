import { type CheckoutHandle, startCheckout } from "./checkout.ts";
import type { CheckoutEvent } from "./events.ts";

const NAME = "bankside-checkout";

/**
 * `<bankside-checkout redirect-url="…" display="inline|dialog" frame-title="…" lang="…" min-height="…">`. An iframe within it
 * is taken over as it is, so that a page works before and without the script.
 */
export type BanksideCheckoutElement = HTMLElement & Pick<CheckoutHandle, "open" | "close">;

type Detail<T extends CheckoutEvent["type"]> = CustomEvent<
  Omit<Extract<CheckoutEvent, { type: T }>, "type" | "preventDefault">
>;

declare global {
  interface HTMLElementTagNameMap {
    "bankside-checkout": BanksideCheckoutElement;
  }
  interface GlobalEventHandlersEventMap {
    "bankside:ready": Detail<"ready">;
    "bankside:resize": Detail<"resize">;
    "bankside:state": Detail<"state">;
    "bankside:outcome": Detail<"outcome">;
    "bankside:error": CustomEvent<{ code: string; helpUrl?: string }>;
    "bankside:escape": CustomEvent<object>;
    "bankside:close": CustomEvent<object>;
  }
}

/** Registers the element, once. Without a browser, as on a server, nothing happens. */
export function defineCheckoutElement(): void {
  if (typeof customElements === "undefined" || customElements.get(NAME)) return;
  customElements.define(NAME, elementClass());
}

// Made when asked for: a server has no HTMLElement to extend.
function elementClass(): CustomElementConstructor {
  return class extends HTMLElement {
    static observedAttributes = ["redirect-url", "display"];
    private handle: CheckoutHandle | undefined;
    /** In the page, and so is what stands within: from now on a change of attributes counts. */
    private isPlaced = false;

    connectedCallback(): void {
      const begin = () => {
        this.isPlaced = this.isConnected;
        this.start();
      };
      // While the page is parsed, a frame within may still come.
      if (document.readyState !== "loading") begin();
      else document.addEventListener("DOMContentLoaded", begin, { once: true });
    }

    disconnectedCallback(): void {
      this.isPlaced = false;
      this.stop();
    }

    // An element that stood in the page before the script is told of each attribute first, and of its place last.
    attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
      if (!this.isPlaced || before === now) return;
      this.stop();
      this.start();
    }

    open(): void {
      this.handle?.open();
    }

    close(): boolean {
      return this.handle?.close() ?? true;
    }

    private stop(): void {
      this.handle?.destroy();
      this.handle = undefined;
    }

    private start(): void {
      const adopted = this.querySelector("iframe");
      const redirectUrl = this.getAttribute("redirect-url") ?? adopted?.src;
      if (!this.isPlaced || this.handle || !redirectUrl) return;
      const text = (name: string) => this.getAttribute(name) ?? undefined;
      const options = {
        redirectUrl,
        display: this.getAttribute("display") === "dialog" ? "dialog" : "inline",
        lang: text("lang"),
        title: text("frame-title") ?? adopted?.title,
        minHeight: Number(text("min-height")) || undefined,
        sandbox: text("sandbox"),
      } as const;
      try {
        this.handle = startCheckout(this, options, adopted);
      } catch (error) {
        const detail = { code: "invalid_redirect_url" };
        this.dispatchEvent(new CustomEvent("bankside:error", { detail, bubbles: true }));
        reportError(error);
      }
    }
  };
}
