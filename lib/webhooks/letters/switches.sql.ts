import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { members } from "#lib/identity/model/schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import {
  isOnByDefault,
  type LetterKind,
  type NoteKind,
  PAYER,
} from "#lib/webhooks/model/letter.ts";
import { letterSwitches } from "#lib/webhooks/model/letters.schema.ts";
import type { LetterOwner } from "./letter.ts";

const { accountId, mode, recipient, kind, isOn } = letterSwitches;

const isOf = (owner: LetterOwner) => and(eq(accountId, owner.accountId), eq(mode, owner.mode));

/** Of kinds that are off until someone chooses. Without former members. */
export function listOn(
  db: Database,
  owner: LetterOwner,
  kinds: LetterKind[],
): Promise<{ kind: LetterKind; recipient: string }[]> {
  const isMember = and(eq(members.accountId, accountId), eq(members.userId, recipient));
  return db
    .select({ kind, recipient })
    .from(letterSwitches)
    .leftJoin(members, isMember)
    .where(
      and(
        isOf(owner),
        isOn,
        inArray(kind, kinds),
        or(eq(recipient, PAYER), isNotNull(members.userId)),
      ),
    );
}

/** User ids of members who get these notes. */
export async function listReaders(
  db: Database,
  owner: LetterOwner,
  wanted: NoteKind,
): Promise<string[]> {
  const isChoice = and(isOf(owner), eq(recipient, members.userId), eq(kind, wanted));
  const byDefault = isOnByDefault(wanted, owner.mode, "owner")
    ? sql`${members.role} = 'owner'`
    : sql`false`;
  const rows = await db
    .select({ userId: members.userId })
    .from(members)
    .leftJoin(letterSwitches, isChoice)
    .where(and(eq(members.accountId, owner.accountId), sql`coalesce(${isOn}, ${byDefault})`));
  return rows.map(({ userId }) => userId);
}

/** Of one recipient, as far as someone chose. */
export function listChoices(
  db: Database,
  owner: LetterOwner,
  recipients: string[],
): Promise<{ kind: LetterKind; recipient: string; isOn: boolean }[]> {
  return db
    .select({ kind, recipient, isOn })
    .from(letterSwitches)
    .where(and(isOf(owner), inArray(recipient, recipients)));
}

export async function put(db: Database, rows: (typeof letterSwitches.$inferInsert)[]) {
  await db
    .insert(letterSwitches)
    .values(rows)
    .onConflictDoUpdate({
      target: [accountId, mode, recipient, kind],
      set: { isOn: sql`excluded.is_on`, changedAt: sql`excluded.changed_at` },
    });
}
