import { Section } from "#components/console/settings/section.tsx";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { Time } from "#components/ui/time.tsx";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { Danger, type DangerProps } from "./danger.tsx";

type Key = { kid: string; createdAt: Date; retiredAt: Date | null };
type SigningProps = DangerProps & { keys: Key[]; now: Date; rotate: FormAction };

export function SigningKeys({ keys, now, rotate, ...danger }: SigningProps) {
  const { text } = danger;
  const words = text.messages.operator.keys;
  return (
    <Section id="signing" title={words.signing} lead={words.signingLead}>
      <DataTable
        caption={words.caption}
        rows={keys}
        rowKey={({ kid }) => kid}
        columns={[
          {
            key: "kid",
            head: words.kid,
            cell: ({ kid }) => <span className="font-mono">{kid}</span>,
          },
          {
            key: "created",
            head: words.created,
            cell: ({ createdAt }) => <Moment text={text} at={createdAt} now={now} />,
          },
          {
            key: "state",
            head: words.state,
            cell: ({ retiredAt }) =>
              retiredAt ? (
                <>
                  {words.verifiesUntil} <Time at={retiredAt.toISOString()} />
                </>
              ) : (
                <Badge tone="positive">{words.signs}</Badge>
              ),
          },
        ]}
      />
      <Danger {...danger}>
        <Confirm label={words.rotateLabel} question={words.rotateQuestion}>
          <ActionForm action={rotate}>
            <div>
              <SubmitButton look="danger">{words.rotateNow}</SubmitButton>
            </div>
          </ActionForm>
        </Confirm>
      </Danger>
    </Section>
  );
}

type SecretsProps = DangerProps & {
  older: { name: string; older: number }[];
  reencrypt: FormAction;
};

export function StoredSecrets({ older, reencrypt, ...danger }: SecretsProps) {
  const words = danger.text.messages.operator.keys;
  return (
    <Section id="secrets" title={words.secrets} lead={words.secretsLead}>
      {older.length === 0 ? (
        <p>{words.allNewest}</p>
      ) : (
        <DataTable
          caption={words.olderCaption}
          rows={older}
          rowKey={({ name }) => name}
          columns={[
            { key: "column", head: words.column, cell: ({ name }) => name },
            {
              key: "older",
              head: words.older,
              cell: (row) => String(row.older),
              figures: true,
            },
          ]}
        />
      )}
      <Danger {...danger}>
        <ActionForm action={reencrypt}>
          <div>
            <SubmitButton look="secondary">{words.reencrypt}</SubmitButton>
          </div>
        </ActionForm>
      </Danger>
    </Section>
  );
}
