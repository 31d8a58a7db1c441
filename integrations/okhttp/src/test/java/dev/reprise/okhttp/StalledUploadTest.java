package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer that stops reading a request over TLS. */
class StalledUploadTest {

  private static final int FORWARDED = 100_000;

  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private FaultyHttpServer server;
  private ServerSocket proxy;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.TLS_HTTP_1_OR_2);
    proxy = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    inBackground(this::accept);
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void inBackground(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // The test is over.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = proxy.accept();
      Socket target = new Socket(proxy.getInetAddress(), server.port());
      sockets.add(client);
      sockets.add(target);
      inBackground(() -> forward(client.getInputStream(), target.getOutputStream(), FORWARDED));
      inBackground(
          () -> forward(target.getInputStream(), client.getOutputStream(), Integer.MAX_VALUE));
    }
  }

  private static void forward(InputStream from, OutputStream to, int limit) throws IOException {
    byte[] block = new byte[1000];
    int length = 0;
    for (int sum = 0; length >= 0 && sum < limit; sum += length) {
      length = from.read(block);
      if (length > 0) {
        to.write(block, 0, length);
      }
    }
  }

  /** The thread that writes holds a lock that closing the socket needs. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void an_attempt_times_out_while_it_sends_over_tls() {
    Retry retry =
        Retry.of(
            RetryPolicy.builder()
                .maxAttempts(1)
                .backoff(Backoff.none())
                .attemptTimeout(Duration.ofSeconds(1))
                .build());
    OkHttpClient client =
        new OkHttpClient.Builder()
            .protocols(List.of(Protocol.HTTP_1_1))
            .sslSocketFactory(
                FaultyHttpServer.clientTls().getSocketFactory(), FaultyHttpServer.clientTrust())
            .addInterceptor(RetryInterceptor.of(HttpRetry.of(retry)))
            .build();
    Request request =
        new Request.Builder()
            .url("https://127.0.0.1:" + proxy.getLocalPort() + "/")
            .put(RequestBody.create(new byte[20_000_000], null))
            .build();

    assertThatThrownBy(() -> client.newCall(request).execute().close())
        .isInstanceOf(SocketTimeoutException.class);
  }
}
