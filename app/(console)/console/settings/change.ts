import { refresh } from "next/cache";
import type { z } from "zod";
import {
  type Action,
  developerAction,
  ownerAction,
  viewerAction,
} from "#lib/next/console/console-action.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";

const ACTIONS = { viewer: viewerAction, developer: developerAction, owner: ownerAction };

/** `run` returns the notice to show. */
export function changeSettings<S extends z.ZodType>(
  schema: S,
  needed: keyof typeof ACTIONS,
  run: (input: z.output<S>, visit: Visit) => Promise<string>,
): Action<undefined> {
  return ACTIONS[needed](schema, async (input, visit) => {
    const notice = await run(input, visit);
    refresh();
    return { notice, value: undefined };
  });
}
