import { type CheckoutHandle, startCheckout } from "./checkout.ts";
import type { CheckoutEvent } from "./events.ts";

const NAME = "bankside-checkout";

/**
 * `<bankside-checkout redirect-url="…" display="inline|dialog" frame-title="…" lang="…" min-height="…">`. Takes over an
 * iframe inside it unchanged, so that a page works before and without the script.
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

/** Registers the element once. Does nothing without a browser, for example on a server. */
export function defineCheckoutElement(): void {
  if (typeof customElements === "undefined" || customElements.get(NAME)) return;
  customElements.define(NAME, elementClass());
}

// A server has no HTMLElement.
function elementClass(): CustomElementConstructor {
  return class extends HTMLElement {
    static observedAttributes = ["redirect-url", "display"];
    private handle: CheckoutHandle | undefined;
    /** Connected, with its content parsed. */
    private isPlaced = false;

    connectedCallback(): void {
      const begin = () => {
        this.isPlaced = this.isConnected;
        this.start();
      };
      // The parser may still add a frame.
      if (document.readyState !== "loading") begin();
      else document.addEventListener("DOMContentLoaded", begin, { once: true });
    }

    disconnectedCallback(): void {
      this.isPlaced = false;
      this.stop();
    }

    // For elements parsed before the script, this runs before `connectedCallback`.
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
