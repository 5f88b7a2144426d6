import { invalidField, isAppError } from "#lib/platform/failures/errors.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import { EVENT_TYPES, type EventType, OUTCOME_EVENTS } from "#lib/webhooks/model/event-types.ts";
import {
  checkCallbackUrl,
  type Resolve,
  type Rules,
} from "#lib/webhooks/net-guard/callback-url.ts";

const MAX_NAME_LENGTH = 60;

export type EndpointSettings = {
  url: string;
  name: string | null;
  eventTypes: EventType[];
};

export type EndpointInput = {
  url: string;
  name?: string | undefined;
  eventTypes?: readonly string[] | undefined;
};

/**
 * Without event types, the endpoint gets outcomes.
 * @throws AppError `invalid_request` (fields `url`, `name`, `eventTypes`)
 */
export async function parseEndpoint(
  input: EndpointInput,
  options: Rules & { resolve?: Resolve | undefined },
): Promise<EndpointSettings> {
  const name = parseName(input.name);
  const eventTypes = parseEventTypes(input.eventTypes ?? OUTCOME_EVENTS);
  const url = await checkCallbackUrl(input.url.trim(), options).catch(aboutUrl);
  return { url, name, eventTypes };
}

function parseName(text = ""): string | null {
  const name = text.trim();
  if (name === "") return null;
  if (isPrintable(name, MAX_NAME_LENGTH)) return name;
  throw invalidField("name", `Use up to ${MAX_NAME_LENGTH} characters on one line.`);
}

function parseEventTypes(given: readonly string[]): EventType[] {
  const known = EVENT_TYPES.filter((type) => given.includes(type));
  if (known.length === 0 || !given.every((type) => known.some((one) => one === type))) {
    throw invalidField("eventTypes", "Choose at least one event type.");
  }
  return known;
}

function aboutUrl(error: unknown): never {
  const [field] = (isAppError(error) && error.fields) || [];
  throw field ? invalidField("url", `The address ${field.message}.`) : error;
}
