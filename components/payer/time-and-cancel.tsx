import { Expiry } from "#components/checkout/expiry.tsx";
import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { ButtonLink } from "#components/ui/button.tsx";

export function TimeAndCancel({ view, text }: ScreenProps) {
  return (
    <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-4">
      <Expiry view={view} text={text} />
      <span className="-me-3.5 ms-auto">
        <ButtonLink
          href={payPath(view, "", { confirm: "cancel", ...text.linkQuery })}
          look="quiet"
          size="small"
        >
          {text.messages.payer.order.cancel}
        </ButtonLink>
      </span>
    </div>
  );
}
