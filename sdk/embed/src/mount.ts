import { type CheckoutHandle, startCheckout } from "./checkout.ts";
import type { CheckoutOptions } from "./options.ts";

/**
 * Shows a checkout as the last child of `element`. The handle's `destroy` restores `element`.
 * @throws `TypeError` if `redirectUrl` is not an http or https address.
 */
export function mount(element: Element, options: CheckoutOptions): CheckoutHandle {
  const host = document.createElement("div");
  element.append(host);
  try {
    const handle = startCheckout(host, options);
    return {
      ...handle,
      destroy() {
        handle.destroy();
        host.remove();
      },
    };
  } catch (error) {
    host.remove();
    throw error;
  }
}
