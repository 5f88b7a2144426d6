import { PageElement } from "#components/ui/page-element.tsx";
import type { AppReturnProps } from "./app-return.script.ts";

type Props = AppReturnProps & { goingText: string };

/** The link above stays for browsers that require a click. */
export function AppReturn({ goingText, ...props }: Props) {
  return (
    <p role="status" className="needs-script text-center text-muted text-sm">
      <PageElement<AppReturnProps> name="page-app-return" props={props}>
        {goingText}
      </PageElement>
    </p>
  );
}
