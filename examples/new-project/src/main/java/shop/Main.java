package shop;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.Retry;
import dev.reprise.http.HttpRetry;
import dev.reprise.jdkhttp.RetryingHttpClient;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.atomic.AtomicInteger;

/** Retries a call, then a request to a server that is busy at first. */
public final class Main {

  private static final RetryPolicy POLICY =
      RetryPolicy.parse("maxAttempts=3 within=10s backoff=exponential(10ms, x2, cap=1s, jitter=full)");

  private Main() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Retry retry = Retry.of(POLICY);
    AtomicInteger attempts = new AtomicInteger();
    System.out.println(new Prices(retry, () -> unreliable(attempts)).current());

    HttpServer server = busyAtFirst();
    try {
      HttpClient client =
          RetryingHttpClient.of(HttpClient.newHttpClient(), HttpRetry.of(Retry.of(POLICY)));
      URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/price");
      var response = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
      System.out.println(response.statusCode() + " " + response.body());
    } finally {
      server.stop(0);
    }
    System.out.println(Retry.class.getModule());
  }

  private static String unreliable(AtomicInteger attempts) throws IOException {
    if (attempts.incrementAndGet() < 3) {
      throw new IOException("connection reset");
    }
    return "a price at attempt " + attempts;
  }

  /** Returns 503 twice, then 200. */
  private static HttpServer busyAtFirst() throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0);
    HttpServer server = HttpServer.create(address, 0);
    AtomicInteger requests = new AtomicInteger();
    server.createContext(
        "/",
        exchange -> {
          byte[] body = ("request " + requests.incrementAndGet()).getBytes();
          exchange.sendResponseHeaders(requests.get() < 3 ? 503 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }
}
