import type { Actor } from "#lib/platform/audit/log.ts";
import { type CreateDeps, createLink } from "./create.ts";
import type {
  LinkFilter,
  LinkKey,
  LinkPaymentFilter,
  LinkPress,
  LinkRequest,
  LinkVisitor,
} from "./link.ts";
import { findLink, linkPayments, listLinks, stopLink } from "./links.ts";
import { findByToken, openLink } from "./open.ts";
import { type PayDeps, payLink } from "./pay.ts";
import { forgetBrowsers } from "./visits.sql.ts";

/** As long as a payer's browser keeps its id, and a day more. */
const BROWSERS_KEPT_MS = 48 * 60 * 60 * 1000;

export type LinkService = ReturnType<typeof createLinkService>;

export function createLinkService(deps: CreateDeps & PayDeps) {
  const { db, clock } = deps;
  return {
    create: (request: LinkRequest) => createLink(deps, request),

    /** Newest first. */
    list: (filter: LinkFilter) => listLinks(deps, filter),

    /** @throws AppError `not_found` */
    find: (key: LinkKey) => findLink(deps, key),

    /**
     * Open payments may still succeed. Stopping a link again changes nothing.
     * @throws AppError `not_found`
     */
    stop: (key: LinkKey, actor: Actor) => stopLink(deps, key, actor),

    /** Transactions, newest first. */
    payments: (filter: LinkPaymentFilter) => linkPayments(deps, filter),

    /** Whether a link has this token. */
    isKnown: async (token: string) => (await findByToken(deps, token)) !== undefined,

    /** For a visitor. Creates nothing. `undefined` for an unknown token. */
    open: (token: string, visitor: LinkVisitor = { browsers: [] }) =>
      openLink(deps, token, visitor),

    pay: (press: LinkPress) => payLink(deps, press),

    forgetBrowsers: () => forgetBrowsers(db, new Date(clock.now().getTime() - BROWSERS_KEPT_MS)),
  };
}
