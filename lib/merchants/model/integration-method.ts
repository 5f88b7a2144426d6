export const INTEGRATION_METHODS = ["web", "direct", "sdk"] as const;
export type IntegrationMethod = (typeof INTEGRATION_METHODS)[number];
