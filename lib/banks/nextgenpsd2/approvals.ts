import {
  type Approval,
  BankError,
  type GrantRequest,
  type PaymentOrder,
} from "#lib/banks/connector.ts";
import type { Answer, ApiOptions, BankApi } from "./api.ts";
import { createOAuthClient, type OAuthOptions } from "./oauth.ts";
import { type ResourceOptions, resourceOf, UNKNOWN_IP } from "./resource.ts";
import {
  type ApprovalResponse,
  type InitiationResponse,
  isEmbedded,
  startAuthorisationResponse,
} from "./responses.ts";
import { type Preferences, toAuthorisationHeaders, toBankUrl } from "./transform.ts";

export type ApprovalOptions = ApiOptions &
  ResourceOptions &
  Preferences & {
    oauth?: OAuthOptions | undefined;
    now?: () => Date;
  };

export type FoundApproval = { approval: Approval; grantRequest?: GrantRequest };

export function createApprovals(api: BankApi, options: ApprovalOptions) {
  const { baseUrl, ownIp = UNKNOWN_IP, oauth } = options;
  const client =
    oauth &&
    createOAuthClient(oauth, {
      fetch: options.fetch,
      timeoutMs: options.timeoutMs,
      onDropped: options.onDropped,
      now: options.now ?? (() => new Date()),
      allowHttp: baseUrl.startsWith("http:"),
    });
  const urlOf = (link: string | undefined) => toBankUrl(link, options);

  /** @throws BankError `unexpected_answer` if the link names an OAuth2 server that is not configured. */
  async function askByOAuth(order: PaymentOrder, paymentId: string, link: string) {
    const url = urlOf(link);
    const known = oauth && [oauth.issuer, oauth.metadataUrl, baseUrl].filter((one) => one);
    if (!client || order.state === undefined || !known?.some((one) => isSameOrigin(url, one))) {
      throw new BankError("unexpected_answer", "the bank named an OAuth2 server not configured");
    }
    const asked = await client.ask(order.state, `PIS:${paymentId}`, url.href);
    return { approval: atAddress(asked.approvalUrl), grantRequest: asked.request };
  }

  async function follow(
    order: PaymentOrder,
    paymentId: string,
    answer: Answer<ApprovalResponse>,
  ): Promise<FoundApproval> {
    const { scaRedirect, scaOAuth } = answer.data._links;
    if (scaRedirect === undefined && scaOAuth !== undefined) {
      return askByOAuth(order, paymentId, scaOAuth.href);
    }
    if (scaRedirect === undefined && isDecoupled(answer)) {
      return { approval: { kind: "wait", message: answer.data.psuMessage } };
    }
    return { approval: atAddress(urlOf(scaRedirect?.href).href) };
  }

  return {
    oauth: client && oauth && { ...client, isBeforeOrder: oauth.isBeforeOrder },

    async find(order: PaymentOrder, answer: Answer<InitiationResponse>): Promise<FoundApproval> {
      const { paymentId, _links: links } = answer.data;
      const hasAddress = links.scaRedirect !== undefined || links.scaOAuth !== undefined;
      const needsId = links.startAuthorisationWithPsuIdentification !== undefined;
      const isStarted = hasAddress || (links.startAuthorisation === undefined && !needsId);
      if (isStarted) return follow(order, paymentId, answer);
      if (needsId && order.payerId === undefined) {
        throw new BankError("unexpected_answer", "the bank asks for the payer's PSU-ID");
      }
      // The standard fixes this path, so the link's address is not used.
      const { method, path } = resourceOf(
        { paymentId, currency: order.currency },
        options,
        "POST",
        "/authorisations",
      );
      const headers = toAuthorisationHeaders(order, ownIp, options);
      const request = { method, path, headers, body: {} };
      return follow(order, paymentId, await api.askWhole(request, startAuthorisationResponse));
    },
  };
}

const atAddress = (url: string): Approval => ({ kind: "address", url });

/** The payer approves elsewhere. Never for an approval on our own pages, or one whose address can't be read. */
function isDecoupled({ data, dropped, headers }: Answer<ApprovalResponse>): boolean {
  const approach = headers.get("aspsp-sca-approach")?.trim().toUpperCase();
  if (approach) return approach === "DECOUPLED";
  const isLost = dropped.some(({ member }) => /^_links(\.sca(Redirect|OAuth)|$)/.test(member));
  if (isLost || isEmbedded(data)) return false;
  return data.psuMessage !== undefined || data._links.scaStatus !== undefined;
}

function isSameOrigin(url: URL, other: string | undefined): boolean {
  return other !== undefined && url.origin === new URL(other).origin;
}
