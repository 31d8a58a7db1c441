package dev.reprise.testbed.http.contract;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Accepts connections and sends the headers of a response, one byte at a time and without an end,
 * or sends nothing.
 */
final class SlowHeaderServer implements AutoCloseable {

  private static final long PAUSE_MILLIS = 20;

  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final AtomicInteger accepted = new AtomicInteger();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final byte[] bytes;

  private SlowHeaderServer(String text) throws IOException {
    bytes = text.getBytes(StandardCharsets.US_ASCII);
    start(this::accept);
  }

  static SlowHeaderServer ofHeaders() throws IOException {
    return new SlowHeaderServer("HTTP/1.1 200 OK\r\nX-Slow: " + "z".repeat(10_000));
  }

  static SlowHeaderServer silent() throws IOException {
    return new SlowHeaderServer("");
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "slow-header-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        accepted.incrementAndGet();
        sockets.add(socket);
        start(() -> sendSlowly(socket));
      }
    } catch (IOException closedNow) {
      closed.countDown();
    }
  }

  private void sendSlowly(Socket socket) {
    try (OutputStream out = socket.getOutputStream()) {
      for (byte one : bytes) {
        if (closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
          return;
        }
        out.write(one);
      }
      closed.await();
    } catch (IOException | InterruptedException clientIsGone) {
      sockets.remove(socket);
    }
  }

  URI uri(String scheme) {
    return URI.create(scheme + "://127.0.0.1:" + listener.getLocalPort() + "/");
  }

  int accepted() {
    return accepted.get();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
