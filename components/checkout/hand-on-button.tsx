import type { IconNode } from "lucide";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageElement } from "#components/ui/page-element.tsx";
import type { HandOnProps } from "./hand-on.script.ts";

type Props = HandOnProps & {
  label: string;
  icon: IconNode;
  /** Accessible name: the label and its subject. */
  name?: string | undefined;
};

/** Sharing is shown only in browsers that can, see {@link BrowserMarks}. */
export function HandOnButton({ label, icon, name, ...props }: Props) {
  return (
    // Reserves its space, so that nothing moves when scripts load.
    <span
      className={`needs-script inline-grid min-w-0 max-w-full ${props.title === undefined ? "" : "needs-share"}`}
    >
      <PageElement<HandOnProps>
        name="page-hand-on"
        props={props}
        className="grid grid-cols-1 justify-items-stretch text-center not-[:defined]:invisible"
      >
        <Button
          look="tool"
          size="small"
          type="button"
          aria-label={name}
          icon={<Icon of={icon} size={16} />}
        >
          {label}
        </Button>
        <span role="status" className="text-muted text-sm" />
      </PageElement>
    </span>
  );
}
