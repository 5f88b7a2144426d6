import { Expiry } from "#components/checkout/expiry.tsx";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { ShortCode } from "#components/checkout/short-code.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Form } from "#components/ui/form.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { LockState } from "#lib/payments/device-lock/lock.ts";
import { BusyButton } from "./busy-button.tsx";
import { PlaceFields } from "./place-fields.tsx";

type Props = ScreenProps & {
  lock: Exclude<LockState, "own">;
  action: (form: FormData) => Promise<void>;
};

/** Another browser holds the device lock. Shows its progress, the shared code, and how to continue here. */
export function ElsewhereScreen({ view, text, lock, action }: Props) {
  const { checkout, handover } = text.messages;
  const { elsewhere, released } = handover;
  const { title, lead } = lock === "released" ? released : elsewhere;
  const { progress } = view;
  return (
    <>
      <PageTitle lead={lead}>{title}</PageTitle>
      <ShortCode label={checkout.opened.code} code={view.shortCode} />
      {lock === "elsewhere" && progress !== "waiting" && (
        <Banner title={checkout.opened.steps[progress]}>
          <p>{progress === "at_bank" ? elsewhere.atBank : elsewhere.wait}</p>
        </Banner>
      )}
      <Form action={action} data-stays="">
        <PlaceFields view={view} text={text} />
        <BusyButton wide busyText={elsewhere.taking}>
          {elsewhere.takeOver}
        </BusyButton>
      </Form>
      <Expiry view={view} text={text} />
    </>
  );
}
