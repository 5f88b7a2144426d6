import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Connection = {
  /** What is under way on it: a pipelining client has several. */
  open: Map<ServerResponse, IncomingMessage>;
  /** How much had come when the last answer was out; more is the beginning of another request. */
  readBytes: number;
};

/** The connections of a server, by what each is doing. */
export type Connections = ReturnType<typeof trackConnections>;

/**
 * Follows what the connections of `server` do. Node's own count takes an answer for sent as soon as it was handed over, and
 * closing what is idle would cut one that a slow client still reads: Node is kept from it.
 */
export function trackConnections(server: Server) {
  const connections = new Map<Socket, Connection>();

  server.on("connection", (socket) => {
    connections.set(socket, { open: new Map(), readBytes: 0 });
    socket.once("close", () => connections.delete(socket));
  });
  server.prependListener("request", (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    connection?.open.set(response, request);
    response.once("close", () => {
      connection?.open.delete(response);
      if (connection) connection.readBytes = socket.bytesRead;
    });
  });
  server.closeIdleConnections = () => undefined;

  function closeWhere(condition: (connection: Connection, socket: Socket) => boolean): void {
    for (const [socket, connection] of connections) {
      if (socket.writableLength === 0 && condition(connection, socket)) socket.destroy();
    }
  }

  return {
    /** Closes those on which no request has begun to arrive and no answer is on its way out. */
    closeIdle: () =>
      closeWhere(
        ({ open, readBytes }, socket) => open.size === 0 && socket.bytesRead === readBytes,
      ),

    /** Closes those whose request has begun to arrive and is not there. */
    closeIncomplete: () =>
      closeWhere(({ open }) => [...open.values()].every(({ complete }) => !complete)),
  };
}
