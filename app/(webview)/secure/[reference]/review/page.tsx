import { ReviewStep, reviewMetadata } from "../../../../(payer)/steps/review-step.tsx";
import type { PageProps } from "../../../../(payer)/steps/visit.ts";

export const generateMetadata = () => reviewMetadata();

export default function ReviewPage(props: PageProps) {
  return <ReviewStep {...props} flow="direct" />;
}
