import type { Agent, buildConnector, fetch as FetchByAgent, ProxyAgent } from "undici";
import type { OutboundProxy } from "./outbound-proxy.ts";

type Options = {
  connect?: buildConnector.BuildOptions | undefined;
  proxy?: OutboundProxy | undefined;
};

/** The proxy, for https only, resolves the host's name. */
export function createFetch({ connect, proxy }: Options): typeof globalThis.fetch {
  let opened: Promise<{ direct: Agent; proxied?: ProxyAgent; send: typeof FetchByAgent }>;
  // With the first request, as undici takes 14 MB of memory.
  const open = async () => {
    const { Agent, ProxyAgent, fetch } = await import("undici");
    const direct = new Agent({ ...(connect && { connect }) });
    if (!proxy) return { direct, send: fetch };
    const options = { uri: proxy.url.href, ...(connect && { requestTls: connect }) };
    return { direct, proxied: new ProxyAgent(options), send: fetch };
  };
  return async (input, init) => {
    opened ??= open();
    const { direct, proxied, send } = await opened;
    const { protocol, hostname } = new URL(input instanceof Request ? input.url : input);
    const host = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
    const isDirect = protocol !== "https:" || !proxy || proxy.skips(host);
    // At run time its Request and Response are the platform's.
    const sendAsPlatform = send as unknown as (
      input: Parameters<typeof globalThis.fetch>[0],
      init: RequestInit & { dispatcher: Agent | ProxyAgent },
    ) => Promise<Response>;
    return sendAsPlatform(input, {
      ...init,
      dispatcher: isDirect || !proxied ? direct : proxied,
    });
  };
}
