"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { ROLES } from "#lib/identity/model/roles.ts";
import { memberAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices } from "#lib/services/index.ts";

const id = z.string().max(64);
const role = z.enum(ROLES);
const inviteSchema = z.strictObject({ email: z.string().max(1000), role });
const invitationSchema = z.strictObject({ id });
const roleSchema = z.strictObject({ userId: id, role });
const memberSchema = z.strictObject({ userId: id });

export async function inviteAction(_previous: FormState, form: FormData): Promise<FormState> {
  return memberAction(form, inviteSchema, "owner", async (input, { account, user }) => {
    const { invitations } = await getServices();
    const text = await merchantText();
    const accountId = account.id;
    const { email } = await invitations.invite({ ...input, accountId, actor: user.id, text });
    revalidatePath(consolePath("/team"));
    return { notice: text.format(text.messages.team.invite.sent, { email }), value: undefined };
  });
}

export async function sendAgainAction(_previous: FormState, form: FormData): Promise<FormState> {
  return memberAction(form, invitationSchema, "owner", async (input, { account, user }) => {
    const { invitations } = await getServices();
    const text = await merchantText();
    await invitations.sendAgain({ ...input, accountId: account.id, actor: user.id, text });
    return backToTeam("sent");
  });
}

export async function revokeAction(_previous: FormState, form: FormData): Promise<FormState> {
  return memberAction(form, invitationSchema, "owner", async (input, { account, user }) => {
    const { invitations } = await getServices();
    await invitations.revoke({ ...input, accountId: account.id, actor: user.id });
    return backToTeam("revoked");
  });
}

export async function changeRoleAction(_previous: FormState, form: FormData): Promise<FormState> {
  return memberAction(form, roleSchema, "owner", async (input, { account, user }) => {
    const { members } = await getServices();
    await members.changeRole({ ...input, accountId: account.id, actor: user.id });
    return backToTeam("changed");
  });
}

export async function removeAction(_previous: FormState, form: FormData): Promise<FormState> {
  return memberAction(form, memberSchema, "owner", async (input, { account, user }) => {
    const { members } = await getServices();
    await members.remove({ ...input, accountId: account.id, actor: user.id });
    return backToTeam("removed");
  });
}

export async function leaveAction(_previous: FormState, form: FormData): Promise<FormState> {
  return memberAction(form, z.strictObject({}), "viewer", async (_input, { account, user }) => {
    const { members } = await getServices();
    await members.remove({ accountId: account.id, userId: user.id, actor: user.id });
    redirect(consolePath("/accounts", (await merchantText()).linkQuery));
  });
}

async function backToTeam(done: "sent" | "revoked" | "changed" | "removed"): Promise<never> {
  redirect(consolePath("/team", { done, ...(await merchantText()).linkQuery }));
}
