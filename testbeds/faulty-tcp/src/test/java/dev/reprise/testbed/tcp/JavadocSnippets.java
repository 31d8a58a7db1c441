package dev.reprise.testbed.tcp;

import java.io.IOException;

/** The code of the snippets in the Javadoc of this module. */
interface JavadocSnippets {

  /** A server of the test. */
  interface Server {

    int port();
  }

  /** A client of the server. */
  interface Client {

    void connect(String host, int port) throws IOException;
  }

  /** A connection to a database. */
  interface Connection {

    void commit() throws IOException;
  }

  static void lostResponse(TcpProxy proxy, Connection connection) throws IOException {
    FaultTrigger trigger =
        proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, "COMMIT", Cut.RESET));
    connection.commit(); // fails, and the server has committed
    assert trigger.fired() == 1;
  }

  static void proxy(Server server, Client client) throws IOException {
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", server.port()).start()) {
      proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, "COMMIT", Cut.RESET));
      client.connect("127.0.0.1", proxy.port());
    }
  }
}
