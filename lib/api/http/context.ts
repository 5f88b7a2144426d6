import type { HttpBindings } from "@hono/node-server";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { JWK } from "jose";
import type { Outcome } from "#lib/banks/sandbox/behaviours.ts";
import type { BookService } from "#lib/console/books/service.ts";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { TokenDetails, VerifiedToken } from "#lib/merchants/tokens/service.ts";
import type { LinkService } from "#lib/payments/links/service.ts";
import type { RefundService } from "#lib/payments/refunds/service.ts";
import type { ReadBy } from "#lib/payments/transactions/find.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import type {
  CreatedTransaction,
  CreateRequest,
  KnownTransaction,
  Transaction,
} from "#lib/payments/transactions/transaction.ts";
import type { TransferService } from "#lib/payments/transfers/service.ts";
import type { TestClock } from "#lib/platform/clock/test-clock.ts";
import type { Env } from "#lib/platform/configuration/env.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { LimitStatus } from "#lib/platform/rate-limit/limits.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { WebhookService } from "#lib/webhooks/service.ts";

/** `payload` is the exact text that was signed and sent. */
export type StoredEvent = { id: string; payload: string };

export type ApiServices = {
  env: Pick<Env, "BASE_URL">;
  logger: Logger;
  ready(): Promise<boolean>;
  limits: Pick<Limits, "look" | "count">;
  apiKeys: { authenticate(key: string): Promise<ApiKey | undefined> };
  tokens: {
    issue(apiKey: ApiKey, details: TokenDetails): Promise<string>;
    verify(jwt: string): Promise<VerifiedToken | undefined>;
    publicKeys(): Promise<{ keys: JWK[] }>;
  };
  transactions: {
    create(request: CreateRequest): Promise<{ created: CreatedTransaction; replayed: boolean }>;
    get(apiKey: ApiKey, id: string): Promise<KnownTransaction>;
    startReading: TransactionService["startReading"];
    list: TransactionService["list"];
    cancel(apiKey: ApiKey, id: string): Promise<KnownTransaction>;
  };
  books: Pick<BookService, "day" | "isOver" | "entries">;
  refunds: Pick<RefundService, "create" | "get" | "list" | "cancel">;
  links: Pick<LinkService, "create" | "find" | "list" | "stop">;
  transfers: Pick<TransferService, "importFile" | "report">;
  webhooks: Pick<
    WebhookService,
    | "applyEndpoint"
    | "listEndpoints"
    | "getEndpoint"
    | "changeEndpoint"
    | "enableEndpoint"
    | "disableEndpoint"
    | "deleteEndpoint"
    | "rotateSecret"
    | "sendTest"
  > & {
    listEvents: WebhookService["listEvents"];
    getEvent(key: {
      accountId: string;
      mode: ApiKey["mode"];
      id: string;
    }): Promise<StoredEvent | undefined>;
  };
  testClock: Pick<TestClock, "advance"> | undefined;
  testDriver: {
    drive(transaction: Transaction, outcome: Outcome, bankId?: string): Promise<void>;
  };
};

export type ApiEnv = {
  /** Of Node's server; none for a request from within the process. */
  Bindings: Partial<Pick<HttpBindings, "incoming" | "outgoing">>;
  Variables: {
    services: ApiServices;
    /** What the response will be sent with. */
    headers: Record<string, string>;
    requestId: string;
    apiKey: ApiKey | undefined;
    /** Set for a request with a JWT; `apiKey` is then the key it was exchanged for. */
    token: VerifiedToken | undefined;
    /** Where a transaction is read while the key is looked up. */
    readBy: ReadBy;
    /** The limits that counted this request. */
    limits: LimitStatus[];
  };
};

export type Api = OpenAPIHono<ApiEnv>;

/** @throws AppError `unauthorized` where no middleware has authenticated the request */
export function callerOf(c: Context<ApiEnv>): ApiKey {
  const apiKey = c.get("apiKey");
  if (!apiKey) throw new AppError("unauthorized");
  return apiKey;
}
