import { Check, Copy } from "lucide";
import { Button } from "./button.tsx";
import type { CopyProps } from "./copy.script.ts";
import { Icon } from "./icon.tsx";
import { PageElement } from "./page-element.tsx";
import { WithIcon } from "./with-icon.tsx";

type Props = CopyProps & { children: string };

export function CopyButton({ text, children, copied }: Props) {
  return (
    <PageElement<CopyProps> name="page-copy" props={{ text, copied }}>
      <Button type="button" look="secondary" icon={<Icon of={Copy} size={16} />}>
        {children}
      </Button>
      <template>
        <WithIcon icon={<Icon of={Check} size={16} />}>{copied}</WithIcon>
      </template>
      <span role="status" className="sr-only" />
    </PageElement>
  );
}
