/** An element of page-element.tsx in the browser. */
export abstract class LiveElement<P> extends HTMLElement {
  /** As the server rendered them last. */
  get props(): P {
    return JSON.parse(this.getAttribute("props") ?? "{}");
  }
}

export type Run<P> = (element: LiveElement<P>, signal: AbortSignal) => void;

/**
 * Runs `run` while an element is in the page, and again when its `props` change; `signal` ends each run. With `keepsRunning` a
 * change does not end it: `run` reads `element.props` when it needs them.
 */
export function defineElement<P>(
  name: `page-${string}`,
  run: Run<P>,
  { keepsRunning = false } = {},
): void {
  customElements.define(
    name,
    class extends LiveElement<P> {
      static readonly observedAttributes = ["props"];
      private running: AbortController | undefined;

      connectedCallback() {
        // A change of the page may insert an element before its attributes.
        if (this.hasAttribute("props")) this.start();
      }

      attributeChangedCallback() {
        if (this.isConnected && !(this.running && keepsRunning)) this.start();
      }

      disconnectedCallback() {
        this.running?.abort();
        this.running = undefined;
      }

      private start() {
        this.running?.abort();
        this.running = new AbortController();
        run(this, this.running.signal);
      }
    },
  );
}
