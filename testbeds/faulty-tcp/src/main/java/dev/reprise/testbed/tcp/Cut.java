package dev.reprise.testbed.tcp;

import java.io.IOException;
import java.net.Socket;

/** The way in which a {@link TcpProxy} ends a connection. It is the same for client and server. */
public enum Cut {
  /** With RST, like a crashed host, a firewall or an overloaded load balancer. */
  RESET,

  /**
   * With FIN, like a process that exits normally. The operating system sends RST instead if the
   * proxy has not read all received bytes.
   */
  FIN;

  void apply(Socket socket) {
    try {
      if (this == RESET) {
        socket.setSoLinger(true, 0);
      }
    } catch (IOException e) {
      // The peer or another thread has already closed it.
      return;
    } finally {
      closeQuietly(socket);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The socket is closed in spite of the exception.
    }
  }
}
