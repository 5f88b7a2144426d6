"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { ROLES } from "#lib/identity/model/roles.ts";
import { ownerAction, viewerAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

const id = z.string().max(64);
const role = z.enum(ROLES);
const inviteSchema = z.strictObject({ email: z.string().max(1000), role });
const invitationSchema = z.strictObject({ id });
const roleSchema = z.strictObject({ userId: id, role });
const memberSchema = z.strictObject({ userId: id });

export const inviteAction = ownerAction(inviteSchema, async (input, { account, user }) => {
  const { invitations } = await getServices();
  const text = await merchantText();
  const accountId = account.id;
  const { email } = await invitations.invite({ ...input, accountId, actor: user.id, text });
  revalidatePath(consolePath("/team"));
  return { notice: text.format(text.messages.team.invite.sent, { email }), value: undefined };
});

export const sendAgainAction = ownerAction(invitationSchema, async (input, { account, user }) => {
  const { invitations } = await getServices();
  const text = await merchantText();
  await invitations.sendAgain({ ...input, accountId: account.id, actor: user.id, text });
  return backToTeam("sent");
});

export const revokeAction = ownerAction(invitationSchema, async (input, { account, user }) => {
  const { invitations } = await getServices();
  await invitations.revoke({ ...input, accountId: account.id, actor: user.id });
  return backToTeam("revoked");
});

export const changeRoleAction = ownerAction(roleSchema, async (input, { account, user }) => {
  const { members } = await getServices();
  await members.changeRole({ ...input, accountId: account.id, actor: user.id });
  return backToTeam("changed");
});

export const removeAction = ownerAction(memberSchema, async (input, { account, user }) => {
  const { members } = await getServices();
  await members.remove({ ...input, accountId: account.id, actor: user.id });
  return backToTeam("removed");
});

export const leaveAction = viewerAction(z.strictObject({}), async (_input, { account, user }) => {
  const { members } = await getServices();
  await members.remove({ accountId: account.id, userId: user.id, actor: user.id });
  redirect(consolePath("/accounts", (await merchantText()).linkQuery));
});

async function backToTeam(done: "sent" | "revoked" | "changed" | "removed"): Promise<never> {
  redirect(consolePath("/team", { done, ...(await merchantText()).linkQuery }));
}
