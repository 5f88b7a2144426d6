import { connect, type Socket } from "node:net";

export type Page = {
  reference: string;
  /** When the final event arrived, by `Date.now()`. */
  finalAt: number | undefined;
  isOpen: boolean;
};

/** Open pages by plain sockets, which cost the measuring process as little as possible. */
export function createPages(url: string, path: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let lost = 0;
  let isClosing = false;

  /** `undefined` unless the stream begins with a first event. */
  function open(reference: string): Promise<Page | undefined> {
    const { promise, resolve } = Promise.withResolvers<Page | undefined>();
    const page: Page = { reference, finalAt: undefined, isOpen: false };
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    socket.setEncoding("latin1");
    const lines = [
      `GET ${path}?reference=${reference} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      "Accept: text/event-stream",
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    let head = "";
    socket.on("data", (chunk) => {
      const text = String(chunk);
      if (!page.isOpen) {
        head += text;
        if (!head.includes("\ndata: ")) return;
        page.isOpen = true;
        resolve(page);
      }
      if (text.includes('"isFinal":true')) page.finalAt = Date.now();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      if (page.isOpen && page.finalAt === undefined && !isClosing) lost += 1;
      resolve(undefined);
    });
    return promise;
  }

  return {
    /** Pages that the server ended without a final event. */
    lost: () => lost,

    /** Resolves to those that opened, `atOnce` at a time. */
    async openAll(references: readonly string[], atOnce: number): Promise<Page[]> {
      const opened: Page[] = [];
      const waiting = references.values();
      const client = async () => {
        for (const reference of waiting) {
          const page = await open(reference);
          if (page) opened.push(page);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, client));
      return opened;
    },

    closeAll(): void {
      isClosing = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
