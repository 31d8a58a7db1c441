package dev.reprise.testbed.http;

import dev.reprise.testbed.http.protocol.Protocol;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;

/** The combinations of HTTP version and TLS of the client of the JDK. */
enum ServerMode {
  HTTP_1(Transport.HTTP_1, Protocol.HTTP_1),
  HTTP_1_TLS(Transport.TLS_HTTP_1, Protocol.HTTP_1),
  HTTP_2(Transport.HTTP_1_OR_H2C, Protocol.HTTP_2),
  HTTP_2_TLS(Transport.TLS_HTTP_1_OR_2, Protocol.HTTP_2);

  private final Transport transport;
  private final Protocol protocol;

  ServerMode(Transport transport, Protocol protocol) {
    this.transport = transport;
    this.protocol = protocol;
  }

  FaultyHttpServer start() throws IOException {
    return FaultyHttpServer.start(transport);
  }

  Protocol protocol() {
    return protocol;
  }
}
