import { ReviewStep, reviewMetadata } from "../../../steps/review-step.tsx";
import type { PageProps } from "../../../steps/visit.ts";

export const generateMetadata = () => reviewMetadata();

export default function ReviewPage(props: PageProps) {
  return <ReviewStep {...props} flow="web" />;
}
