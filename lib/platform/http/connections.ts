import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

type Connection = {
  /** Several if the client pipelines. */
  open: Map<ServerResponse, IncomingMessage>;
  /** Bytes at the end of the last response. More means that another request has begun. */
  readBytes: number;
  /** End of the last response. As of `performance.now()`. */
  idleSince: number;
};

export type Connections = ReturnType<typeof trackConnections>;

/** Node counts a response as sent once handed over: its own `closeIdleConnections` would cut slow readers. */
export function trackConnections(server: Server) {
  const connections = new Map<Socket, Connection>();

  server.on("connection", (socket) => {
    const idleSince = performance.now();
    connections.set(socket, { open: new Map(), readBytes: 0, idleSince });
    socket.once("close", () => connections.delete(socket));
  });
  server.prependListener("request", (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    connection?.open.set(response, request);
    response.once("close", () => {
      connection?.open.delete(response);
      if (!connection) return;
      connection.readBytes = socket.bytesRead;
      connection.idleSince = performance.now();
    });
  });
  server.closeIdleConnections = () => undefined;

  function closeWhere(condition: (connection: Connection, socket: Socket) => boolean): void {
    for (const [socket, connection] of connections) {
      if (socket.writableLength === 0 && condition(connection, socket)) socket.destroy();
    }
  }

  return {
    /** A response has begun but is not sent. */
    isResponding: (socket: Duplex): boolean =>
      [...(connections.get(socket as Socket)?.open.keys() ?? [])].some(
        ({ headersSent, writableFinished }) => headersSent && !writableFinished,
      ),

    /** No request has begun to arrive, and no response is being sent since then. */
    closeIdle: (since: number) =>
      closeWhere(
        ({ open, readBytes, idleSince }, socket) =>
          open.size === 0 && socket.bytesRead === readBytes && idleSince < since,
      ),

    /** The request has begun to arrive but is incomplete. */
    closeIncomplete: () =>
      closeWhere(({ open }) => [...open.values()].every(({ complete }) => !complete)),
  };
}
