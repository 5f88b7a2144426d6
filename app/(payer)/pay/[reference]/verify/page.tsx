import { VerifyStep, verifyMetadata } from "../../../steps/verify-step.tsx";
import type { PageProps } from "../../../steps/visit.ts";

export const generateMetadata = (props: PageProps) => verifyMetadata({ ...props, flow: "web" });

export default function VerifyPage(props: PageProps) {
  return <VerifyStep {...props} flow="web" />;
}
