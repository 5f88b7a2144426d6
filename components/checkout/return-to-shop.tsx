import { PageElement } from "#components/ui/page-element.tsx";
import type { ReturnToShopProps } from "./return-to-shop.script.ts";

type Props = ReturnToShopProps & { goingText: string };

/** The embedding page navigates; otherwise this page does; otherwise the shopper clicks the link. */
export function ReturnToShop({ goingText, ...props }: Props) {
  return (
    <p role="status" className="needs-script text-center text-muted text-sm">
      <PageElement<ReturnToShopProps> name="page-return-to-shop" props={props}>
        {goingText}
      </PageElement>
    </p>
  );
}
