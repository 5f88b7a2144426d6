import type { ScreenProps } from "#components/checkout/screen.ts";
import { PlaceFields } from "./place-fields.tsx";

/** For a form whose button is named `bank`. */
export type StartAction = (form: FormData) => Promise<void>;

/** The digest binds the approval to the order that the page shows. */
export function StartFields({ view, text }: ScreenProps) {
  return (
    <>
      <PlaceFields view={view} text={text} />
      <input type="hidden" name="orderDigest" value={view.orderDigest} />
    </>
  );
}
