import { CircleCheck, Radio } from "lucide";
import { Icon } from "#components/ui/icon.tsx";
import { PageElement } from "#components/ui/page-element.tsx";
import { Time } from "#components/ui/time.tsx";
import type { FirstCallProps } from "./first-call.script.ts";

type Props = FirstCallProps & { waiting: string; received: string };

const LINE = "flex items-center gap-2 font-medium";
const UNKNOWN = new Date(0).toISOString();

/** Waits for the first call with an API key. */
export function FirstCall({ href, waiting, received }: Props) {
  return (
    <PageElement<FirstCallProps> name="page-first-call" props={{ href }} className="block">
      <div role="status">
        <p className={`${LINE} text-muted`}>
          <Icon of={Radio} />
          {waiting}
        </p>
      </div>
      <template>
        <p className={`${LINE} text-positive`}>
          <Icon of={CircleCheck} />
          <span>
            {received} <Time at={UNKNOWN} />
          </span>
        </p>
      </template>
    </PageElement>
  );
}
