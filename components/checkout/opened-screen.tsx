import { Check, Circle, CircleDot, QrCode } from "lucide";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { Expiry } from "./expiry.tsx";
import { OrderFields } from "./order-fields.tsx";
import { MoreActions, PayHere } from "./pay-actions.tsx";
import type { ScreenProps } from "./screen.ts";
import { ShortCode } from "./short-code.tsx";

const STEPS = ["opened", "choosing", "at_bank"] as const;

type Props = ScreenProps & {
  /** Releases the phone's device lock. */
  release: (form: FormData) => Promise<void>;
};

export function OpenedScreen({ view, text, release }: Props) {
  const { checkout } = text.messages;
  return (
    <>
      <PageTitle lead={checkout.opened.lead}>{checkout.opened.title}</PageTitle>
      <ShortCode label={checkout.opened.code} code={view.shortCode} />
      <Progress view={view} text={text} />
      <Expiry view={view} text={text} />
      <PayHere view={view} text={text} />
      <MoreActions view={view} text={text} shows="progress">
        <Form action={release} className="grid" data-stays="">
          <OrderFields view={view} text={text} />
          <Button look="tool" size="small" icon={<Icon of={QrCode} size={16} />}>
            {checkout.opened.another}
          </Button>
        </Form>
      </MoreActions>
    </>
  );
}

function Progress({ view, text }: ScreenProps) {
  const { opened } = text.messages.checkout;
  const reached = view.progress === "waiting" ? -1 : STEPS.indexOf(view.progress);
  return (
    <ol aria-label={opened.progress} className="grid gap-3">
      {STEPS.map((step, at) => (
        <li
          key={step}
          aria-current={at === reached ? "step" : undefined}
          className={`flex items-center gap-3 transition-colors duration-150 ${at === reached ? "font-semibold" : "text-muted"}`}
        >
          {at < reached && <Icon of={Check} label={opened.done} />}
          {at === reached && <Icon of={CircleDot} label={opened.now} />}
          {at > reached && <Icon of={Circle} />}
          <span>{opened.steps[step]}</span>
        </li>
      ))}
    </ol>
  );
}
