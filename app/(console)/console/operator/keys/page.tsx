import { SigningKeys, StoredSecrets } from "#components/console/operator/key-sections.tsx";
import { requireOperator } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { OperatorPage, operatorMetadata } from "../operator-page.tsx";
import { reencryptAction, rotateSigningKeyAction } from "./actions.ts";

const PATH = "/operator/keys";

export const generateMetadata = operatorMetadata("keys");

export default async function OperatorKeysPage() {
  const visit = await requireOperator(PATH);
  const { signingKeys, countOlderSecrets, clock } = await getServices();
  const [text, keys, older] = await Promise.all([
    merchantText(),
    signingKeys(),
    countOlderSecrets(),
  ]);
  const { pages, keys: words } = text.messages.operator;
  const danger = { text, isRecent: visit.isRecent, path: PATH } as const;
  return (
    <OperatorPage visit={visit} section="keys" title={pages.keys} lead={words.lead}>
      <SigningKeys {...danger} keys={keys} now={clock.now()} rotate={rotateSigningKeyAction} />
      <StoredSecrets {...danger} older={older} reencrypt={reencryptAction} />
    </OperatorPage>
  );
}
