import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { payPath } from "#components/checkout/links.ts";
import { problemText } from "#lib/next/actions/problem.ts";
import { requestText } from "#lib/next/request/text.ts";
import { CancelStep } from "../../../(payer)/steps/cancel-step.tsx";
import { openPayable, type PageProps, readPayer } from "../../../(payer)/steps/visit.ts";
import { BrandedShell } from "../../../checkout/branded-shell.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestText()).messages.payer.confirmCancel.tab };
}

/** The app has already shown the order, so there is no page for it. */
export default async function SecurePage(props: PageProps) {
  const visit = await openPayable({ ...props, flow: "direct" });
  const { view, text } = visit;
  const { confirm, problem } = await props.searchParams;
  if (confirm !== "cancel") {
    const { isVerified } = await readPayer(visit);
    redirect(payPath(view, isVerified ? "/bank" : "/verify", text.linkQuery));
  }
  return (
    <BrandedShell view={view} text={text} problem={problemText(problem, text)}>
      <CancelStep view={view} text={text} />
    </BrandedShell>
  );
}
