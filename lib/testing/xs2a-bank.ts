import type { IncomingMessage } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import type { BankResponse, SeenRequest } from "./xs2a-messages.ts";
import { createOAuthDesk } from "./xs2a-oauth.ts";
import { signatureProblem } from "./xs2a-signature.ts";

type Options = {
  tls: Pick<ServerOptions, "cert" | "key">;
  /** CA of clients; without it, no client needs a certificate. */
  clientAuthority?: string;
};

type Payment = { id: string; requestId: string; order: Record<string, unknown>; status: string };

type Ways = {
  approach: "redirect" | "oauth" | "explicit-redirect" | "explicit-oauth";
  needsToken: boolean;
  checksSignature: boolean;
  /** Overrides the bank where it responds. */
  intercept: ((request: SeenRequest) => BankResponse | undefined) | undefined;
};

/** Checks certificates, signatures and tokens without the code under test. */
export async function startXs2aBank({ tls, clientAuthority }: Options) {
  const seen: SeenRequest[] = [];
  const payments = new Map<string, Payment>();
  const ways: Ways = {
    approach: "redirect",
    needsToken: false,
    checksSignature: false,
    intercept: undefined,
  };
  const server = createServer(
    {
      ...tls,
      ...(clientAuthority !== undefined && {
        ca: clientAuthority,
        requestCert: true,
        rejectUnauthorized: true,
      }),
    },
    (request, response) => {
      void readRequest(request).then((one) => {
        seen.push(one);
        const { status, body, headers } = ways.intercept?.(one) ?? respond(one);
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      });
    },
  );
  // A connection that closes just as a test reuses it would lose the request.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const desk = createOAuthDesk(origin);

  function respond(request: SeenRequest): BankResponse {
    if (!request.path.startsWith("/psd2/v1/payments/")) {
      return desk.response(request) ?? refuse(404, "RESOURCE_UNKNOWN");
    }
    const wrong = ways.checksSignature ? signatureProblem(request) : undefined;
    if (wrong) return refuse(401, wrong);
    if (ways.needsToken && !desk.accepts(request.headers["authorization"])) {
      return refuse(401, "TOKEN_UNKNOWN");
    }
    const [, id, ...below] = request.path.slice("/psd2/v1/payments/".length).split("/");
    if (id === undefined) return initiate(request);
    const payment = payments.get(id);
    if (!payment) return refuse(404, "RESOURCE_UNKNOWN");
    return answerAbout(payment, request.method, below.join("/"), approvalLinks);
  }

  function initiate(request: SeenRequest): BankResponse {
    const requestId = request.headers["x-request-id"] ?? "";
    const known = [...payments.values()].find((payment) => payment.requestId === requestId);
    const order = JSON.parse(request.body);
    const id = known?.id ?? `p-${payments.size + 1}`;
    if (!known) payments.set(id, { id, requestId, order, status: "RCVD" });
    const self = `${request.path}/${id}`;
    const links = ways.approach.startsWith("explicit")
      ? { startAuthorisation: { href: `${self}/authorisations` } }
      : approvalLinks(id);
    const body = { transactionStatus: "RCVD", paymentId: id, _links: links };
    return { status: 201, body, headers: { location: `${origin}${self}` } };
  }

  function approvalLinks(id: string) {
    return ways.approach.endsWith("oauth")
      ? { scaOAuth: { href: desk.metadataUrl } }
      : { scaRedirect: { href: `${origin}/approve/${id}` } };
  }

  return {
    baseUrl: `${origin}/psd2`,
    ways,
    desk,
    /** Oldest first. */
    seen,
    /** Processes an order as if it had arrived. */
    initiate,
    payments: () => [...payments.values()],
    /** Moves the latest payment. */
    settle(status: string) {
      const payment = [...payments.values()].at(-1);
      if (!payment) throw new Error("no payment was started");
      payment.status = status;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerAbout(
  payment: Payment,
  method: string,
  below: string,
  approvalLinks: (id: string) => unknown,
): BankResponse {
  const { id, order, status } = payment;
  switch (`${method} ${below}`) {
    case "GET status":
      return { status: 200, body: { transactionStatus: status } };
    case "GET ":
      return { status: 200, body: { transactionStatus: status, ...order } };
    case "DELETE ":
      payment.status = status === "RCVD" ? "CANC" : status;
      return { status: 204 };
    case "GET authorisations":
      return { status: 200, body: { authorisationIds: ["1"] } };
    case "GET authorisations/1":
      return { status: 200, body: { scaStatus: status === "RCVD" ? "received" : "finalised" } };
    case "POST authorisations": {
      const body = { scaStatus: "received", authorisationId: "1", _links: approvalLinks(id) };
      return { status: 201, body };
    }
    default:
      return refuse(405, "SERVICE_INVALID");
  }
}

function refuse(status: number, code: string): BankResponse {
  return { status, body: { tppMessages: [{ category: "ERROR", code }] } };
}

async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const certificate = (request.socket as TLSSocket).getPeerCertificate();
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: request.headers as Record<string, string>,
    body: Buffer.concat(chunks).toString("utf8"),
    client: [certificate.subject?.CN].flat()[0],
  };
}
