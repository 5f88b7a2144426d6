export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };
