package dev.reprise.testbed.tcp;

import java.io.IOException;
import java.net.Socket;

/**
 * The way in which a {@link TcpProxy} ends a connection. Both sides, client and server, see the
 * same end.
 */
public enum Cut {
  /** With RST: what a crashed host, a firewall or an overloaded balancer does. */
  RESET,

  /**
   * With FIN: what a process does that exits in good order. The kernel sends RST instead when bytes
   * had arrived that the proxy had not read.
   */
  FIN;

  void apply(Socket socket) {
    try {
      if (this == RESET) {
        socket.setSoLinger(true, 0);
      }
    } catch (IOException e) {
      // Closed already by its other end or by another thread: there is nothing left to end.
      return;
    } finally {
      closeQuietly(socket);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // A socket that cannot be closed in order is closed all the same.
    }
  }
}
