import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AppFrame } from "#components/sandbox/app/app-frame.tsx";
import { HandBack } from "#components/sandbox/app/hand-back.tsx";
import { merchantText } from "#lib/next/request/text.ts";
import { isAppOpen } from "../open-app.ts";

export async function generateMetadata(): Promise<Metadata> {
  const { messages } = await merchantText();
  return { title: { absolute: messages.app.return.tab } };
}

/** The browser opens addresses of the app's URL scheme here. */
export default async function ReturnPage() {
  if (!(await isAppOpen())) notFound();
  const { messages } = await merchantText();
  return (
    <AppFrame words={messages.app}>
      <HandBack words={messages.app.return} />
    </AppFrame>
  );
}
