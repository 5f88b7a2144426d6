import type { ReactNode } from "react";
import type { LaterProps } from "./later.script.ts";
import { PageElement } from "./page-element.tsx";

type Props = LaterProps & { later: ReactNode; children: ReactNode };

/** Replaces `children` by `later` after `seconds`. */
export function Later({ later, children, ...props }: Props) {
  return (
    <PageElement<LaterProps> name="page-later" props={props}>
      {children}
      <template>{later}</template>
    </PageElement>
  );
}
