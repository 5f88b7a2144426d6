import type { Actor } from "#lib/platform/audit/log.ts";
import { createLink } from "./create.ts";
import { findLink, type LinkDeps, linkPayments, listLinks, stopLink } from "./links.ts";
import type { LinkFilter, LinkKey, LinkPaymentFilter, LinkPress, LinkRequest } from "./link.ts";
import { openLink, type PressDeps, payLink } from "./visit.ts";

export type LinkService = ReturnType<typeof createLinkService>;

/** `services.links`. */
export function createLinkService(deps: LinkDeps & PressDeps) {
  return {
    /** @throws AppError `invalid_request`, `account_closed`, `no_payee`, `no_way_to_pay`, `limit_reached`, `idempotency_key_reused` */
    create: (request: LinkRequest) => createLink(deps, request),

    /** Newest first. */
    list: (filter: LinkFilter) => listLinks(deps, filter),

    /** @throws AppError `not_found` */
    find: (key: LinkKey) => findLink(deps, key),

    /**
     * Open payments may still end. Stopping a link again changes nothing.
     * @throws AppError `not_found`
     */
    stop: (key: LinkKey, actor: Actor) => stopLink(deps, key, actor),

    /** Its transactions. */
    payments: (filter: LinkPaymentFilter) => linkPayments(deps, filter),

    /** For a visitor. Creates nothing. `undefined` for an unknown token. */
    open: (token: string) => openLink(deps, token),

    /**
     * The address of the checkout of a new transaction, or of the open one that this visitor continues.
     * @throws AppError `not_found`, `invalid_request`, `payment_link_over`, `payment_link_busy`, `too_many_requests`, and what
     * creations throw
     */
    pay: (press: LinkPress) => payLink(deps, press),
  };
}
