package dev.reprise.testbed.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/**
 * A loopback port that refuses connections until this object is closed. Its socket is bound but
 * does not listen, so the operating system gives the port to no other process. Created by {@link
 * FaultyHttpServer#refusingPort}.
 *
 * <pre>{@code
 * try (RefusingPort port = FaultyHttpServer.refusingPort()) {
 *   HttpRequest request = HttpRequest.newBuilder(port.uri("/orders")).build();
 *   assertThrows(ConnectException.class, () -> client.send(request, BodyHandlers.ofString()));
 * }
 * }</pre>
 */
public final class RefusingPort implements AutoCloseable {
  private final Socket socket = new Socket();

  RefusingPort() throws IOException {
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /**
   * Returns the number of the port.
   *
   * @return 1 to 65535
   */
  public int port() {
    return socket.getLocalPort();
  }

  /**
   * Returns an address on this port, without TLS.
   *
   * @param path the path, with a leading slash
   * @return an http URI
   */
  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port() + path);
  }

  /** Releases the port. Further calls have no effect. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
