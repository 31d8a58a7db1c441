package dev.reprise.testbed.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/**
 * A port of the loopback interface on which connections are refused for as long as this is open:
 * its socket is bound and does not listen, so the kernel gives the port to nobody else.
 */
public final class RefusingPort implements AutoCloseable {
  private final Socket socket = new Socket();

  RefusingPort() throws IOException {
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /**
   * The port.
   *
   * @return 1 to 65535
   */
  public int port() {
    return socket.getLocalPort();
  }

  /**
   * An address on this port, in clear text.
   *
   * @param path the path, beginning with a slash
   * @return an http URI
   */
  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port() + path);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
