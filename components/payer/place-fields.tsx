import { OrderFields } from "#components/checkout/order-fields.tsx";
import type { ScreenProps } from "#components/checkout/screen.ts";

export function PlaceFields({ view, text }: ScreenProps) {
  return (
    <>
      <input type="hidden" name="flow" value={view.flow} />
      <OrderFields view={view} text={text} />
    </>
  );
}
