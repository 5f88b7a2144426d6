import type { apiKeys } from "#lib/merchants/schema.ts";
import type { Mode } from "#lib/platform/mode.ts";

/** How a merchant integrates; each method has keys of its own. */
export const INTEGRATION_METHODS = ["web", "direct", "sdk"] as const;
export type IntegrationMethod = (typeof INTEGRATION_METHODS)[number];

/** An API key that was presented and is good. */
export type ApiKey = { id: string; accountId: string; method: IntegrationMethod; mode: Mode };

/** An API key as stored. */
export type ApiKeyRow = typeof apiKeys.$inferSelect;

/**
 * What an account's members may know of a key. `createdBy`: a user's id, or an actor that is no user; `creatorName`:
 * the user's name; `lastUsedAt`: accurate to a minute.
 */
export type ApiKeyOverview = Pick<
  ApiKeyRow,
  | "id"
  | "method"
  | "mode"
  | "name"
  | "lastFour"
  | "createdBy"
  | "createdAt"
  | "lastUsedAt"
  | "revokedAt"
> & { creatorName: string | null };
