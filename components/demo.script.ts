import { runFrameReport } from "./embedding/frame-report.script.ts";
import { runFollowMailbox } from "./sandbox/mail/follow-mailbox.script.ts";
import { runFollowOrder } from "./sandbox/shop/follow-order.script.ts";
import { runOpenCheckout } from "./sandbox/shop/open-checkout.script.ts";
import { defineElement } from "./ui/page-element.script.ts";
import { watchPage } from "./ui/watch-page.script.ts";

/** The whole script of the demo, and of the page that checks a merchant's frame. */
defineElement("page-follow-mailbox", runFollowMailbox);
defineElement("page-follow-order", runFollowOrder);
defineElement("page-frame-report", runFrameReport);
defineElement("page-open-checkout", runOpenCheckout);
watchPage();
