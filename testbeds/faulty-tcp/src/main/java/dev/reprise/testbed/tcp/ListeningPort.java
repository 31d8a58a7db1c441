package dev.reprise.testbed.tcp;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The port of the proxy, open or closed for new connections. While it is closed, its socket is
 * bound but does not listen: the operating system refuses connections and gives the port to no
 * other process.
 */
final class ListeningPort implements Closeable {
  private static final int BACKLOG = 1024;

  private final Consumer<Socket> clients;
  private @Nullable Closeable socket;
  private @Nullable Thread accepting;
  private int port;

  ListeningPort(Consumer<Socket> clients) {
    this.clients = clients;
  }

  synchronized int port() {
    return port;
  }

  synchronized void open() throws IOException {
    if (socket instanceof ServerSocket) {
      return;
    }
    close();
    ServerSocket listener = new ServerSocket();
    socket = listener;
    listener.setReuseAddress(true);
    listener.bind(address(), BACKLOG);
    port = listener.getLocalPort();
    accepting = DaemonThreads.start("accept-" + port, () -> acceptAll(listener));
  }

  synchronized void refuse() throws IOException {
    if (socket instanceof ServerSocket) {
      close();
      Socket holder = new Socket();
      socket = holder;
      holder.setReuseAddress(true);
      holder.bind(address());
    }
  }

  @Override
  public synchronized void close() throws IOException {
    Closeable last = socket;
    socket = null;
    if (last != null) {
      last.close();
    }
    Thread acceptor = accepting;
    accepting = null;
    if (acceptor != null) {
      // The operating system keeps the port until the accepting thread has returned.
      DaemonThreads.awaitEnd(acceptor);
    }
  }

  private InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private void acceptAll(ServerSocket listener) {
    try {
      while (true) {
        clients.accept(listener.accept());
      }
    } catch (IOException e) {
      // The port was closed: this thread ends.
    }
  }
}
