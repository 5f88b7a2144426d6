import type { IntegrationMethod } from "#lib/merchants/model/integration-method.ts";
import type { apiKeys } from "#lib/merchants/model/schema.ts";
import type { Scope } from "#lib/merchants/model/scope.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";

export type ApiKey = {
  id: string;
  accountId: string;
  method: IntegrationMethod;
  /** All that it may do. */
  scopes: readonly Scope[];
  mode: Mode;
};

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** `lastUsedAt` is accurate to a minute. */
export type ApiKeyOverview = Pick<
  ApiKeyRow,
  | "id"
  | "method"
  | "scopes"
  | "withheld"
  | "mode"
  | "name"
  | "lastFour"
  | "createdBy"
  | "createdAt"
  | "firstUsedAt"
  | "lastUsedAt"
  | "revokedAt"
> & { creatorName: string | null };
