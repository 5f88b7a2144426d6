import { notFound } from "next/navigation";
import { RoleChoice } from "#components/console/team/role-choice.tsx";
import { roleOptions } from "#components/console/team/role-options.ts";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText, titleOf } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { ConsolePage } from "../../console-page.tsx";
import { changeRoleAction, removeAction } from "../actions.ts";

type Props = { params: Promise<{ userId: string }> };

export const generateMetadata = titleOf((words) => words.team.title);

export default async function MemberPage({ params }: Props) {
  const { userId } = await params;
  const visit = await requireVisit("owner", `/console/team/${encodeURIComponent(userId)}`);
  const { members } = await getServices();
  const [text, all] = await Promise.all([merchantText(), members.list(visit.account.id)]);
  const member = all.find((each) => each.userId === userId);
  if (!member) notFound();
  const { name, email, role } = member;
  const words = text.messages.team;
  const isSelf = userId === visit.user.id;
  return (
    <ConsolePage visit={visit} section="team" path={`/team/${userId}`}>
      <p>
        <PageLink className="link" href={consolePath("/team", text.linkQuery)}>
          {words.back}
        </PageLink>
      </p>
      <PageTitle lead={email}>{name}</PageTitle>
      {!visit.account.closedAt && (
        <Card>
          <ActionForm action={changeRoleAction}>
            <input type="hidden" name="userId" value={userId} />
            <RoleChoice
              legend={text.format(words.roleOf, { name })}
              options={roleOptions(text)}
              chosen={role}
            />
            <div>
              <SubmitButton>{words.changeRole}</SubmitButton>
            </div>
          </ActionForm>
        </Card>
      )}
      {isSelf ? (
        <p className="text-muted">{words.leave.elsewhere}</p>
      ) : (
        <Confirm label={words.remove} question={text.format(words.removeQuestion, { name })}>
          <ActionForm action={removeAction}>
            <input type="hidden" name="userId" value={userId} />
            <div>
              <SubmitButton look="danger">{text.format(words.removeNow, { name })}</SubmitButton>
            </div>
          </ActionForm>
        </Confirm>
      )}
    </ConsolePage>
  );
}
