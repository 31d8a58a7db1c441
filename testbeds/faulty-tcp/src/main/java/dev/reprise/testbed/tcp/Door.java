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
 * The port that clients connect to, open or shut. A shut door keeps the port: its socket is bound
 * but does not listen, so the kernel refuses connections and gives the port to nobody else.
 */
final class Door implements Closeable {
  private static final int BACKLOG = 1024;

  private final Consumer<Socket> visitors;
  private @Nullable Closeable socket;
  private @Nullable Thread accepting;
  private int port;

  Door(Consumer<Socket> visitors) {
    this.visitors = visitors;
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
    accepting = Threads.start("accept-" + port, () -> acceptAll(listener));
  }

  synchronized void shut() throws IOException {
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
      // The kernel keeps the port until the thread that polls it has returned.
      Threads.awaitEnd(acceptor);
    }
  }

  private InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private void acceptAll(ServerSocket listener) {
    try {
      while (true) {
        visitors.accept(listener.accept());
      }
    } catch (IOException e) {
      // The door was shut or closed, which is how this thread ends.
    }
  }
}
