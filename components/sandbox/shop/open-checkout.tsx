import { ButtonLink } from "#components/ui/button.tsx";
import { PageElement } from "#components/ui/page-element.tsx";

type Props = {
  /** Link until the scripts have loaded. */
  redirectUrl: string;
  children: string;
};

export function OpenCheckout({ redirectUrl, children }: Props) {
  return (
    <div className="needs-script">
      <PageElement name="page-open-checkout" props={{}}>
        <ButtonLink href={redirectUrl}>{children}</ButtonLink>
      </PageElement>
    </div>
  );
}
