import { KeyRound } from "lucide";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageElement } from "#components/ui/page-element.tsx";
import { ProblemPlace } from "#components/ui/problem-place.tsx";
import type { MerchantMessages } from "#lib/platform/i18n/messages/en.ts";
import type { PasskeySignInProps } from "./passkey-sign-in.script.ts";

type Props = {
  words: MerchantMessages["security"]["passkeySignIn"];
  next?: PasskeySignInProps["next"];
};

/** Hidden in browsers without passkeys. */
export function PasskeySignIn({ words, next }: Props) {
  const { busy, cancelled, failed } = words;
  return (
    <PageElement<PasskeySignInProps>
      name="page-passkey-sign-in"
      props={{ words: { busy, cancelled, failed }, next }}
      className="needs-script grid gap-3 [&[hidden]]:hidden"
    >
      <ProblemPlace />
      <Button type="button" look="secondary" wide icon={<Icon of={KeyRound} />}>
        {words.button}
      </Button>
    </PageElement>
  );
}
