export type SeenRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Common name of the client certificate. */
  client: string | undefined;
};

export type BankResponse = { status: number; body?: unknown; headers?: Record<string, string> };
