package dev.reprise.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.budget.RetryBudget;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests a server that refuses a large request by status 413 before it has read the request. */
class EarlyRefusalTest {

  private static final int LIMIT = 64 << 10;

  private final Set<String> stored = ConcurrentHashMap.newKeySet();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger refused = new AtomicInteger();

  /** Answers the requests of a connection; a long one is answered and reset while it is sent. */
  private void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      for (int length = headOf(in); length >= 0; length = headOf(in)) {
        if (length > LIMIT) {
          refused.incrementAndGet();
          write(socket, "413 Too Large", "{}");
          socket.setSoLinger(true, 0);
          return;
        }
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        String results =
            body.lines()
                .filter(line -> line.startsWith("{\"index\""))
                .peek(stored::add)
                .map(line -> "{\"index\":{\"status\":200}}")
                .collect(Collectors.joining(","));
        write(socket, "200 OK", "{\"items\":[" + results + "]}");
      }
    } catch (IOException clientClosed) {
      // the client sees it as well
    }
  }

  /** Reads the head of a request; returns the length of its body, negative at the end. */
  private static int headOf(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return -1;
      }
      head.append((char) next);
    }
    return head.toString()
        .lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
        .mapToInt(line -> Integer.parseInt(line.substring(15).trim()))
        .findFirst()
        .orElse(0);
  }

  private static void write(Socket socket, String status, String body) throws IOException {
    String response =
        "HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    socket.getOutputStream().write(response.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  @Test
  void a_request_that_is_refused_while_it_is_sent_is_halved() throws Exception {
    try (ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread accepting =
          new Thread(
              () -> {
                while (!listening.isClosed()) {
                  try {
                    Socket socket = listening.accept();
                    sockets.add(socket);
                    new Thread(() -> serve(socket)).start();
                  } catch (IOException closed) {
                    return;
                  }
                }
              });
      accepting.start();
      String text = "{\"text\":\"" + "x".repeat(20_000) + "\"}";

      BatchReport<BulkItem> report =
          OpenSearchBulk.of(URI.create("http://127.0.0.1:" + listening.getLocalPort()))
              .toIndex("orders")
              .batch(
                  Retry.of(
                          OpenSearchBulk.defaultPolicy().toBuilder()
                              .backoff(Backoff.fixed(Duration.ofMillis(1)))
                              .build())
                      .withBudget(RetryBudget.unlimited()))
              .run(IntStream.range(0, 300).mapToObj(i -> BulkItem.index("id-" + i, text)).toList());

      assertThat(report.allDone()).as(report::toString).isTrue();
      assertThat(stored).hasSize(300);
      assertThat(refused).hasPositiveValue();
      listening.close();
      accepting.join();
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
