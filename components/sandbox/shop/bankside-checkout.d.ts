import type { DetailedHTMLProps, HTMLAttributes } from "react";

type CheckoutAttributes = {
  "redirect-url": string;
  "frame-title": string;
  display?: "inline" | "dialog";
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "bankside-checkout": DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> &
        CheckoutAttributes;
    }
  }
}
