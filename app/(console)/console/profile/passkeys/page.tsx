import { AddPasskey } from "#components/console/security/add-passkey.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireSession } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { BackToProfile, ProfilePage } from "../profile-page.tsx";

export const generateMetadata = titleOf((words) => words.security.passkeys.addTitle);

export default async function AddPasskeyPage() {
  const session = await requireSession("/console/profile/passkeys");
  const { messages, linkQuery } = await merchantText();
  const { passkeys: words, confirmPassword, confirmPasswordHint } = messages.security;
  return (
    <ProfilePage session={session} path="/profile/passkeys">
      <BackToProfile />
      <PageTitle lead={words.addLead}>{words.addTitle}</PageTitle>
      <Card>
        <p className="hidden [@media(scripting:none)]:block">{words.needsScript}</p>
        <AddPasskey
          words={words}
          password={{ label: confirmPassword, hint: confirmPasswordHint }}
          failed={messages.console.problem.other}
          doneHref={consolePath("/profile", { done: "passkey_added", ...linkQuery })}
        />
      </Card>
    </ProfilePage>
  );
}
