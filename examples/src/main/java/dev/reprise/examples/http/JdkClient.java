package dev.reprise.examples.http;

import dev.reprise.RetryResult;
import dev.reprise.function.Attempt;
import dev.reprise.http.HttpRetry;
import dev.reprise.jdkhttp.RetryingHttpClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Requests by the JDK's own client. */
public final class JdkClient {

  private JdkClient() {}

  static HttpClient retrying() {
    return RetryingHttpClient.of(HttpClient.newHttpClient());
  }

  static HttpClient retrying(HttpRetry http) {
    return RetryingHttpClient.of(HttpClient.newHttpClient(), http);
  }

  static HttpResponse<String> get(HttpClient client, URI uri)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(uri).build();
    return client.send(request, BodyHandlers.ofString());
  }

  static CompletableFuture<String> later(HttpClient client, URI uri) {
    HttpRequest request = HttpRequest.newBuilder(uri).build();
    return client.sendAsync(request, BodyHandlers.ofString()).thenApply(HttpResponse::body);
  }

  static HttpResponse<String> pay(HttpClient client, URI payments, String payment)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(payments).POST(BodyPublishers.ofString(payment)).build();
    return client.send(request, BodyHandlers.ofString());
  }

  static HttpRequest ownKey(URI payments, String payment) {
    return HttpRequest.newBuilder(payments)
        .header("Idempotency-Key", "\"order-17\"")
        .POST(BodyPublishers.ofString(payment))
        .build();
  }

  static String explained(RetryingHttpClient client, HttpRequest request) {
    RetryResult<HttpResponse<String>> result =
        client.sendForResult(request, BodyHandlers.ofString());
    return result.attempts() + " attempts, " + result.stopReason();
  }

  static HttpResponse<String> nested(RetryingHttpClient client, Attempt attempt, URI uri)
      throws IOException, InterruptedException {
    return get(client.within(attempt), uri);
  }

  static BodyPublisher repeatable(Supplier<InputStream> file) {
    return RetryingHttpClient.repeatable(BodyPublishers.ofInputStream(file));
  }
}
