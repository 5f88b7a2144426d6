import { VerifyStep, verifyMetadata } from "../../../../(payer)/steps/verify-step.tsx";
import type { PageProps } from "../../../../(payer)/steps/visit.ts";

export const generateMetadata = (props: PageProps) => verifyMetadata({ ...props, flow: "direct" });

export default function VerifyPage(props: PageProps) {
  return <VerifyStep {...props} flow="direct" />;
}
