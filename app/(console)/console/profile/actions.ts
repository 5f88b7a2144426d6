"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { factorAction, userAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";

const id = z.string().max(64);
const text = z.string().max(1000);

export const renameAction = userAction(
  z.strictObject({ name: text }),
  async ({ name }, { user }) => {
    const { users } = await getServices();
    await users.rename(user.id, name);
    revalidatePath(consolePath("/profile"));
    const { messages } = await merchantText();
    return { notice: messages.security.name.saved, value: undefined };
  },
);

/** Also signs out every other browser. */
export const changePasswordAction = userAction(
  z.strictObject({ currentPassword: text, newPassword: text }),
  async (input, session) => {
    const { users } = await getServices();
    const userId = session.user.id;
    await users.changePassword({ ...input, userId, keepSessionId: session.id });
    return backToProfile({ done: "password" });
  },
);

export const startAuthenticatorAction = factorAction(
  z.strictObject({ password: text }),
  async ({ password }, { id, user }) => {
    const { secondFactors } = await getServices();
    await secondFactors.start(user.id, password, id);
    redirect(consolePath("/profile/authenticator", (await merchantText()).linkQuery));
  },
);

/** Returns the recovery codes. */
export const confirmAuthenticatorAction = factorAction(
  z.strictObject({ code: text }),
  async ({ code }, { id, user }) => {
    const { secondFactors, sessions } = await getServices();
    const value = await secondFactors.confirm(user.id, code, id);
    await sessions.noteSecondFactor(id);
    return { value };
  },
);

export const switchAuthenticatorOffAction = factorAction(
  z.strictObject({ password: text }),
  async ({ password }, { user }) => {
    const { secondFactors } = await getServices();
    await secondFactors.switchOff(user.id, password);
    return backToProfile({ done: "authenticator_off" });
  },
);

export const renewRecoveryCodesAction = factorAction(
  z.strictObject({ password: text }),
  async ({ password }, { user }) => {
    const { secondFactors } = await getServices();
    return { value: await secondFactors.renewRecoveryCodes(user.id, password) };
  },
);

export const removePasskeyAction = factorAction(z.strictObject({ id }), async (input, { user }) => {
  const { passkeys } = await getServices();
  await passkeys.remove(user.id, input.id);
  return backToProfile({ done: "passkey_removed" });
});

export const revokeSessionAction = userAction(z.strictObject({ id }), async (input, { user }) => {
  const { sessions } = await getServices();
  const isRevoked = await sessions.revoke(user.id, input.id);
  return backToProfile({ done: isRevoked ? "browser" : "browser_gone" });
});

export const revokeOtherSessionsAction = userAction(z.strictObject({}), async (_input, session) => {
  const { sessions } = await getServices();
  const count = await sessions.revokeOthers(session.user.id, session.id);
  return backToProfile({ browsers: String(count) });
});

async function backToProfile(news: Record<string, string>): Promise<never> {
  redirect(consolePath("/profile", { ...news, ...(await merchantText()).linkQuery }));
}
