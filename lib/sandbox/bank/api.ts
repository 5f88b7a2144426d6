import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { SANDBOX_CREDENTIAL_HEADER } from "#lib/banks/sandbox/sandbox-credential.ts";
import { toDecimalString } from "#lib/platform/values/money.ts";
import { isKeptHere } from "./accounts.ts";
import { saidOf } from "./course.ts";
import {
  dialectOf,
  hasStatusResource,
  refusesCancellation,
  requirePayer,
  toInitiated,
  toShown,
} from "./dialects.ts";
import type { SandboxOAuth } from "./oauth.ts";
import { addOAuth, requireToken } from "./oauth-api.ts";
import { type SandboxPayment, STEPS, scaStatusOf } from "./payment.ts";
import { parseBody, parseHeaders } from "./request.ts";
import {
  automationBody,
  initiationBody,
  initiationHeaders,
  product as productSchema,
  requestHeaders,
} from "./schemas.ts";
import type { SandboxBank } from "./service.ts";
import { TppError } from "./tpp-messages.ts";
import { type Pause, pauseForReal, respondWrongly, SLOWNESS_MS } from "./trouble.ts";

const MOUNT = "/sandbox/bank";
const AUTHORISATION_ID = "1";
const LARGEST_BODY_BYTES = 64 * 1024;

type Options = {
  /** Without any, the bank accepts all. */
  credentials?: readonly string[] | undefined;
  /** Without one, no bank of OAuth2 accepts an order. */
  oauth?: SandboxOAuth | undefined;
  onFailure?: (error: unknown) => void;
  pause?: Pause;
};

/** NextGenPSD2 1.3 at `/v1`, automation at `/automation`. 404 while `enabled` is false. */
export function createSandboxBankApi(
  service: SandboxBank,
  enabled: () => Promise<boolean>,
  { credentials, oauth, onFailure = () => {}, pause = pauseForReal }: Options = {},
): Hono {
  const app = new Hono().basePath(MOUNT);

  app.use(async (context, next) => {
    if (!(await enabled())) return context.notFound();
    await next();
    const requestId = context.req.header("x-request-id");
    if (requestId && /^[\w-]{1,64}$/.test(requestId))
      context.res.headers.set("X-Request-ID", requestId);
    context.res.headers.set("Cache-Control", "no-store");
    return undefined;
  });
  if (credentials) app.use("/v1/*", requireCredential(credentials));
  app.use(
    bodyLimit({
      maxSize: LARGEST_BODY_BYTES,
      onError: () => {
        throw new TppError("PAYLOAD_TOO_LARGE", "The body is too large");
      },
    }),
  );
  app.onError((error) => {
    if (error instanceof TppError) return error.getResponse();
    onFailure(error);
    return new TppError("INTERNAL_SERVER_ERROR", "Something failed at the bank").getResponse();
  });
  app.notFound(() => new TppError("RESOURCE_UNKNOWN", "Nothing here").getResponse());

  if (oauth) addOAuth(app, oauth);
  addInitiation(app, service, oauth);
  addPayments(app, service, pause);
  addAuthorisations(app, service, pause);
  addAutomation(app, service);
  return app;
}

function addInitiation(app: Hono, service: SandboxBank, oauth: SandboxOAuth | undefined): void {
  app.post("/v1/payments/:product", async (context) => {
    const headers = parseHeaders(context, initiationHeaders);
    const product = parseProduct(context);
    const body = await parseBody(context, initiationBody);
    const { currency, amount } = body.instructedAmount;
    if (currency !== "EUR" && product !== "cross-border-credit-transfers") {
      throw new TppError(
        "FORMAT_ERROR",
        "This product takes EUR only",
        "instructedAmount.currency",
      );
    }
    const debtorIban = body.debtorAccount?.iban ?? null;
    if (debtorIban !== null && !isKeptHere(debtorIban)) {
      throw new TppError("PAYMENT_FAILED", "The account is not at this bank", "debtorAccount.iban");
    }
    const dialect = dialectOf(context);
    requirePayer(dialect, { debtorIban, payerId: context.req.header("psu-id") });
    const redirectUri = headers["tpp-redirect-uri"];
    const nokRedirectUri = headers["tpp-nok-redirect-uri"] ?? redirectUri;
    requireOwnReturn(service, "tpp-redirect-uri", redirectUri);
    requireOwnReturn(service, "tpp-nok-redirect-uri", nokRedirectUri);
    const requestId = headers["x-request-id"].toLowerCase();
    if (dialect === "oauth") await requireToken(context, oauth, requestId);
    const payment = await service.initiate({
      requestId,
      product,
      // ISO 20022 convention for a missing end-to-end id.
      endToEndId: body.endToEndIdentification ?? "NOTPROVIDED",
      amount,
      currency,
      creditorIban: body.creditorAccount.iban,
      creditorName: body.creditorName,
      remittance: body.remittanceInformationUnstructured ?? null,
      debtorIban,
      redirectUri,
      nokRedirectUri,
    });
    if (!payment) {
      throw new TppError("PARAMETER_NOT_CONSISTENT", "X-Request-ID was used for another payment");
    }
    const self = addressOf(service, payment);
    context.header("Location", self);
    const { approach, body: answer } = toInitiated(
      {
        transactionStatus: payment.status,
        paymentId: payment.id,
        _links: {
          scaRedirect: { href: service.approvalUrl(payment) },
          self: { href: self },
          status: { href: `${self}/status` },
          scaStatus: { href: `${self}/authorisations/${AUTHORISATION_ID}` },
        },
      },
      dialect,
    );
    context.header("ASPSP-SCA-Approach", approach);
    return context.json(answer, 201);
  });
}

function addPayments(app: Hono, service: SandboxBank, pause: Pause): void {
  app.get("/v1/payments/:product/:id", async (context) => {
    const dialect = dialectOf(context);
    const found = await findPayment(context, service, pause);
    // Where the status is here, a request for it lets time pass.
    const payment = hasStatusResource(dialect) ? found : (await service.ask(found)).payment;
    return context.json(toShown(toAnswer(saidOf(payment)), dialect));
  });

  app.get("/v1/payments/:product/:id/status", async (context) => {
    if (!hasStatusResource(dialectOf(context))) refuseMethod(context);
    const { payment, trouble } = await service.ask(await findPayment(context, service, pause));
    if (trouble) return respondWrongly(context, trouble, pause);
    return context.json({
      transactionStatus: saidOf(payment).status,
      ...(payment.reason === "insufficient_funds" ? { fundsAvailable: false } : {}),
    });
  });

  app.delete("/v1/payments/:product/:id", async (context) => {
    if (refusesCancellation(dialectOf(context))) {
      throw new TppError("CANCELLATION_INVALID", "This bank cancels no payments");
    }
    const { payment } = await service.withdraw(await findPayment(context, service, pause));
    if (payment.status === "CANC") return context.body(null, 204);
    throw new TppError("CANCELLATION_INVALID", "The payment can no longer be cancelled");
  });

  app.all("/v1/:service/:product", (context) => refuseMethod(context));
  app.all("/v1/payments/:product/:id", (context) => refuseMethod(context));
}

function addAuthorisations(app: Hono, service: SandboxBank, pause: Pause): void {
  app.get("/v1/payments/:product/:id/authorisations", async (context) => {
    await findPayment(context, service, pause);
    return context.json({ authorisationIds: [AUTHORISATION_ID] });
  });

  app.get("/v1/payments/:product/:id/authorisations/:authorisationId", async (context) => {
    const payment = await findPayment(context, service, pause);
    if (context.req.param("authorisationId") !== AUTHORISATION_ID) {
      throw new TppError("RESOURCE_UNKNOWN", "There is no such authorisation");
    }
    return context.json({ scaStatus: scaStatusOf(saidOf(payment)) });
  });
}

function addAutomation(app: Hono, service: SandboxBank): void {
  app.post("/automation/:approvalToken", async (context) => {
    const { outcome } = await parseBody(context, automationBody);
    const found = await service.findByApprovalToken(context.req.param("approvalToken"));
    if (!found) throw new TppError("RESOURCE_UNKNOWN", "There is no such payment");
    const { payment, changed } = await service.act(found, outcome);
    if (!changed && payment.status !== STEPS[outcome].to) {
      throw new TppError("STATUS_INVALID", `Not possible while the payment is ${payment.status}`);
    }
    return context.json({ transactionStatus: payment.status });
  });
}

function requireCredential(credentials: readonly string[]): MiddlewareHandler {
  const known = credentials.map(digestOf);
  return async (context, next) => {
    const given = digestOf(context.req.header(SANDBOX_CREDENTIAL_HEADER) ?? "");
    if (known.every((credential) => !timingSafeEqual(credential, given))) {
      throw new TppError("CERTIFICATE_INVALID", "Only the bank's own payment service may do that");
    }
    await next();
  };
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function refuseMethod(context: Context): never {
  const isPayments = new URL(context.req.url).pathname.startsWith(`${MOUNT}/v1/payments/`);
  throw new TppError(
    "SERVICE_INVALID",
    isPayments ? "This method is not allowed here" : "Only the service payments is offered",
  );
}

function requireOwnReturn(service: SandboxBank, header: string, url: string): void {
  if (service.returnsTo(url)) return;
  throw new TppError("FORMAT_ERROR", "The address is not the payment service's own", header);
}

function parseProduct(context: Context): string {
  const product = productSchema.safeParse(context.req.param("product"));
  if (!product.success) throw new TppError("PRODUCT_UNKNOWN", "This product is not offered");
  return product.data;
}

async function findPayment(
  context: Context,
  service: SandboxBank,
  pause: Pause,
): Promise<SandboxPayment> {
  parseHeaders(context, requestHeaders);
  const product = parseProduct(context);
  const payment = await service.find(context.req.param("id") ?? "");
  if (payment?.product !== product) {
    throw new TppError("RESOURCE_UNKNOWN", "There is no such payment");
  }
  if (payment.behaviour === "slow") await pause(SLOWNESS_MS, context.req.raw.signal);
  return payment;
}

function addressOf(service: SandboxBank, payment: SandboxPayment): string {
  return `${service.baseUrl}/v1/payments/${payment.product}/${payment.id}`;
}

function toAnswer(payment: SandboxPayment) {
  return {
    transactionStatus: payment.status,
    endToEndIdentification: payment.endToEndId,
    instructedAmount: {
      currency: payment.currency,
      amount: toDecimalString(payment.amount, payment.currency),
    },
    ...(payment.debtorIban ? { debtorAccount: { iban: payment.debtorIban } } : {}),
    creditorAccount: { iban: payment.creditorIban },
    creditorName: payment.creditorName,
    ...(payment.remittance ? { remittanceInformationUnstructured: payment.remittance } : {}),
  };
}
