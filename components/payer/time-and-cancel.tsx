import { Expiry } from "#components/checkout/expiry.tsx";
import { payPath } from "#components/checkout/links.ts";
import type { ScreenProps } from "#components/checkout/screen.ts";
import { ButtonLink } from "#components/ui/button.tsx";

export function TimeAndCancel({ view, text }: ScreenProps) {
  return (
    <div className="-mb-2 flex flex-col gap-x-4 sm:flex-row sm:items-center sm:justify-between">
      <Expiry view={view} text={text} />
      <span className="self-center sm:-me-3.5">
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
