import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { ExactTime } from "#components/ui/exact-time.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { Role } from "#lib/identity/model/roles.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { RoleName } from "./role-name.tsx";

type Row = {
  id: string;
  email: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
  isExpired: boolean;
};

type Props = {
  text: MerchantText;
  invitations: Row[];
  now: Date;
  sendAgain: FormAction;
  revoke: FormAction;
};

export function InvitationTable({ text, invitations, now, sendAgain, revoke }: Props) {
  const words = text.messages.team.pending;
  const { email: emailHead, role: roleHead, actions } = text.messages.team;
  return (
    <DataTable
      caption={words.title}
      rows={invitations}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "email",
          head: emailHead,
          cell: ({ id, email }) => <span id={`to-${id}`}>{email}</span>,
        },
        { key: "role", head: roleHead, cell: ({ role }) => <RoleName text={text} role={role} /> },
        {
          key: "sent",
          head: words.sent,
          cell: ({ createdAt }) => <Moment text={text} at={createdAt} now={now} />,
        },
        {
          key: "until",
          head: words.until,
          cell: ({ expiresAt, isExpired }) =>
            isExpired ? (
              <Badge tone="warning">{words.expired}</Badge>
            ) : (
              <ExactTime at={expiresAt} />
            ),
        },
        {
          key: "actions",
          head: actions,
          cell: ({ id }) => (
            <span className="flex flex-wrap justify-end gap-2 sm:justify-start">
              <RowForm id={id} action={sendAgain} label={words.again} />
              <RowForm id={id} action={revoke} label={words.revoke} />
            </span>
          ),
        },
      ]}
    />
  );
}

type RowFormProps = { id: string; action: FormAction; label: string };

function RowForm({ id, action, label }: RowFormProps) {
  return (
    <ActionForm action={action}>
      <input type="hidden" name="id" value={id} />
      <span className="whitespace-nowrap">
        <SubmitButton look="secondary" aria-describedby={`to-${id}`}>
          {label}
        </SubmitButton>
      </span>
    </ActionForm>
  );
}
