"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { serverSnippets } from "#lib/console/snippets/server.ts";
import { SNIPPET_LANGUAGES } from "#lib/console/snippets/snippet.ts";
import { INTEGRATION_METHODS } from "#lib/merchants/model/integration-method.ts";
import { developerAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";
import { listPathOf, methodPath, snippetContext } from "./setup.ts";

const nameField = z.string().max(500);
const idField = z.string().max(64);

const creation = z.strictObject({
  method: z.enum(INTEGRATION_METHODS),
  mode: z.enum(MODES),
  name: nameField,
});

/** Only this response contains the key. */
export const createKeyAction = developerAction(creation, async (input, visit) => {
  const { apiKeys } = await getServices();
  const accountId = visit.account.id;
  const { id, key } = await apiKeys.create({ ...input, accountId, actor: visit.user.id });
  const context = await snippetContext(visit.account, input.mode, key);
  const { languages } = (await merchantText()).messages.installations.guide;
  const programs = serverSnippets(input.method, context);
  const snippets = SNIPPET_LANGUAGES.map((language) => ({
    id: language,
    label: languages[language],
    code: programs[language],
  }));
  return { value: { id, key, snippets } };
});

export const renameKeyAction = developerAction(
  z.strictObject({ id: idField, name: nameField }),
  async ({ id, name }, visit) => {
    const { apiKeys } = await getServices();
    const found = await apiKeys.find(visit.account.id, id);
    if (!found) throw new AppError("not_found");
    await apiKeys.rename(visit.account.id, id, name, visit.user.id);
    const { linkQuery } = await merchantText();
    return redirect(consolePath(`${methodPath(found.method)}/${id}`, linkQuery));
  },
);

export const revokeKeyAction = developerAction(
  z.strictObject({ id: idField }),
  async ({ id }, visit) => {
    const { apiKeys } = await getServices();
    const found = await apiKeys.find(visit.account.id, id);
    if (!found) throw new AppError("not_found");
    await apiKeys.revoke(visit.account.id, id, visit.user.id);
    const mode = found.mode === "live" ? "live" : undefined;
    const { linkQuery } = await merchantText();
    return redirect(consolePath(listPathOf(found), { mode, ...linkQuery }));
  },
);
