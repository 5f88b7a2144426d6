import type { ReactNode } from "react";
import { z } from "zod";
import { payPath } from "#components/checkout/links.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import type { Text } from "#lib/platform/i18n/format.ts";
import { TranslatedPage } from "../translated-page.tsx";

export type Query = Promise<Record<string, string | string[] | undefined>>;

const referenceSchema = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .catch(undefined);

/** Of the order whose webview shows this page. */
export async function readReference(query: Query): Promise<string | undefined> {
  return referenceSchema.parse((await query)["reference"]);
}

type Props = {
  text: Text;
  title: string;
  lead: string;
  reference: string | undefined;
  children: ReactNode;
};

export function InformationPage({ text, title, lead, reference, children }: Props) {
  return (
    <TranslatedPage title={title} lead={lead} text={text}>
      {children}
      {reference !== undefined && (
        <ButtonLink
          href={payPath({ reference, flow: "direct" }, "", text.linkQuery)}
          look="secondary"
          wide
        >
          {text.messages.information.back}
        </ButtonLink>
      )}
    </TranslatedPage>
  );
}
