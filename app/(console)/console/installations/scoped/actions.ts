"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { consolePath } from "#lib/console/paths/links.ts";
import { scopedSnippets } from "#lib/console/snippets/scoped.ts";
import { OF_WEB_KEYS } from "#lib/merchants/api-keys/scopes.ts";
import { SCOPES, type Scope } from "#lib/merchants/model/scope.ts";
import { developerAction, ownerAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { getServices } from "#lib/services/index.ts";
import { changeSettings } from "../../settings/change.ts";
import { methodPath } from "../setup.ts";

const checkbox = z.string().max(8).optional();
// Object.fromEntries loses the type of its keys.
const boxes = Object.fromEntries(SCOPES.map((scope) => [scope, checkbox])) as Record<
  Scope,
  typeof checkbox
>;
const creation = z.strictObject({ ...boxes, mode: z.enum(MODES), name: z.string().max(500) });
const change = z.strictObject({ ...boxes, id: z.string().max(64) });

type Boxes = Partial<Record<Scope, string | undefined>>;

const chosenIn = (boxes: Boxes) => SCOPES.filter((scope) => boxes[scope] !== undefined);

/** Only this response contains the key. */
export const createScopedKeyAction = developerAction(
  creation,
  async ({ mode, name, ...boxes }, visit) => {
    const { apiKeys, env } = await getServices();
    const scopes = chosenIn(boxes);
    const { id, key } = await apiKeys.create({
      accountId: visit.account.id,
      // What it creates is for a site.
      method: "web",
      scopes,
      mode,
      name,
      actor: visit.user.id,
    });
    return { value: { id, key, snippets: scopedSnippets(env.BASE_URL, key, scopes) } };
  },
);

export const revokeScopedKeyAction = changeSettings(
  z.strictObject({ id: z.string().max(64) }),
  "developer",
  async ({ id }, { account, user }) => {
    const { apiKeys } = await getServices();
    await apiKeys.revoke(account.id, id, user.id);
    return (await merchantText()).messages.installations.scopes.revoked;
  },
);

/** Of a web key. */
export const withholdScopesAction = ownerAction(
  change,
  async ({ id, ...boxes }, { account, user }) => {
    const { apiKeys } = await getServices();
    const kept: readonly Scope[] = chosenIn(boxes);
    const withheld = OF_WEB_KEYS.filter((scope) => !kept.includes(scope));
    await apiKeys.withhold({ accountId: account.id, id, withheld, actor: user.id });
    const { linkQuery } = await merchantText();
    return redirect(consolePath(`${methodPath("web")}/${id}`, linkQuery));
  },
);
