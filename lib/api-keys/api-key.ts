/** How a merchant integrates; each method has keys of its own. */
export const INTEGRATION_METHODS = ["web", "direct", "sdk"] as const;
export type IntegrationMethod = (typeof INTEGRATION_METHODS)[number];

/** Test and live are never mixed. */
export type Mode = "test" | "live";

/** An API key that was presented and is good. */
export type ApiKey = { id: string; accountId: string; method: IntegrationMethod; mode: Mode };
