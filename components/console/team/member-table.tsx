import { Badge } from "#components/ui/badge.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { Role } from "#lib/identity/model/roles.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { RoleName } from "./role-name.tsx";

type Row = { userId: string; name: string; email: string; role: Role; joinedAt: Date };

type Props = {
  text: MerchantText;
  members: Row[];
  now: Date;
  /** The current user. */
  userId: string;
  canChange: boolean;
};

export function MemberTable({ text, members, now, userId, canChange }: Props) {
  const words = text.messages.team;
  const columns: Column<Row>[] = [
    {
      key: "name",
      head: words.name,
      cell: (member) => (
        <span className="inline-flex flex-wrap items-center gap-2 font-medium">
          {member.name}
          {member.userId === userId && <Badge>{words.you}</Badge>}
        </span>
      ),
    },
    { key: "email", head: words.email, cell: ({ email }) => email },
    { key: "role", head: words.role, cell: ({ role }) => <RoleName text={text} role={role} /> },
    {
      key: "joined",
      head: words.joined,
      cell: ({ joinedAt }) => <Moment text={text} at={joinedAt} now={now} />,
    },
  ];
  const change: Column<Row> = {
    key: "change",
    head: words.actions,
    cell: (member) => (
      <PageLink
        className="link whitespace-nowrap"
        href={consolePath(`/team/${member.userId}`, text.linkQuery)}
        aria-label={text.format(words.changeFor, { name: member.name })}
      >
        {words.change}
      </PageLink>
    ),
  };
  return (
    <DataTable
      caption={words.members}
      columns={canChange ? [...columns, change] : columns}
      rows={members}
      rowKey={(member) => member.userId}
    />
  );
}
