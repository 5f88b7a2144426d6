import type { Run } from "#components/ui/page-element.script.ts";

export const runOpenCheckout: Run<object> = (element, signal) => {
  element.addEventListener(
    "click",
    (event) => {
      const dialog = document.querySelector("bankside-checkout");
      if (!dialog || !("open" in dialog) || typeof dialog.open !== "function") return;
      event.preventDefault();
      dialog.open();
    },
    { signal },
  );
};
