import { BankError, type PaymentOrder } from "#lib/banks/connector.ts";
import type { ApiOptions, BankApi } from "./api.ts";
import { createOAuthClient, type OAuthOptions } from "./oauth.ts";
import { resourceOf } from "./resource.ts";
import {
  type ApprovalLinks,
  type InitiationResponse,
  startAuthorisationResponse,
} from "./responses.ts";
import { toAuthorisationHeaders, toBankUrl } from "./transform.ts";

export type ApprovalOptions = ApiOptions & {
  instant?: boolean;
  /** Sent as `PSU-IP-Address` when the payer's address is unknown. */
  ownIp?: string | undefined;
  oauth?: OAuthOptions | undefined;
  now?: () => Date;
};

export const UNKNOWN_IP = "127.0.0.1";

export function createApprovals(api: BankApi, options: ApprovalOptions) {
  const { baseUrl, instant = false, ownIp = UNKNOWN_IP, oauth } = options;
  const client =
    oauth &&
    createOAuthClient(oauth, {
      fetch: options.fetch,
      timeoutMs: options.timeoutMs,
      onDropped: options.onDropped,
      now: options.now ?? (() => new Date()),
      allowHttp: baseUrl.startsWith("http:"),
    });

  /** @throws BankError `unexpected_answer` if the link names an OAuth2 server that is not configured. */
  async function askByOAuth(order: PaymentOrder, paymentId: string, link: string) {
    const url = toBankUrl(link, baseUrl);
    const known = oauth && [oauth.issuer, oauth.metadataUrl, baseUrl].filter((one) => one);
    if (!client || order.state === undefined || !known?.some((one) => isSameOrigin(url, one))) {
      throw new BankError("unexpected_answer", "the bank named an OAuth2 server not configured");
    }
    const asked = await client.ask(order.state, `PIS:${paymentId}`, url.href);
    return { approvalUrl: asked.approvalUrl, grantRequest: asked.request };
  }

  async function follow(order: PaymentOrder, paymentId: string, links: ApprovalLinks) {
    if (links.scaRedirect === undefined && links.scaOAuth !== undefined) {
      return askByOAuth(order, paymentId, links.scaOAuth.href);
    }
    return { approvalUrl: toBankUrl(links.scaRedirect?.href, baseUrl).href };
  }

  return {
    oauth: client && oauth && { ...client, isBeforeOrder: oauth.isBeforeOrder },

    async find(order: PaymentOrder, { paymentId, _links: links }: InitiationResponse) {
      const hasAddress = links.scaRedirect !== undefined || links.scaOAuth !== undefined;
      if (hasAddress || links.startAuthorisation === undefined) {
        return follow(order, paymentId, links);
      }
      // The standard fixes this path, so the link's address is not used.
      const { method, path } = resourceOf(
        { paymentId, currency: order.currency },
        instant,
        "POST",
        "/authorisations",
      );
      const headers = toAuthorisationHeaders(order, ownIp);
      const request = { method, path, headers, body: {} };
      const started = await api.ask(request, startAuthorisationResponse);
      return follow(order, paymentId, started._links);
    },
  };
}

function isSameOrigin(url: URL, other: string | undefined): boolean {
  return other !== undefined && url.origin === new URL(other).origin;
}
