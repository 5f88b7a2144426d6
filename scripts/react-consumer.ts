/** A shop's TSX, for the types of React 18 and 19. */
export const REACT_CONSUMER = `
import type { BanksideCheckoutElement } from "@bankside/embed";
import { BanksideCheckout } from "@bankside/embed/react";
import { useRef } from "react";
export function Element() {
  const element = useRef<BanksideCheckoutElement>(null);
  return <bankside-checkout ref={element} redirect-url="https://pay.example" display="dialog" lang="de" class="pay" />;
}
// @ts-expect-error there is no such display
export const wrong = <bankside-checkout redirect-url="https://pay.example" display="popup" />;
// @ts-expect-error a checkout has an address
export const empty = <BanksideCheckout />;
`;
