export const DISABLED_REASONS = ["gone", "merchant", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];
