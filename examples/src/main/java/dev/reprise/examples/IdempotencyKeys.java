package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A client that sends a key with each request, so that the server runs the operation once. */
public final class IdempotencyKeys {

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI payments;
  private final Retry retry;

  /**
   * A client of a server for payments.
   *
   * @param payments address for payments
   * @param retry by {@link #policy()}
   */
  public IdempotencyKeys(URI payments, Retry retry) {
    this.payments = payments;
    this.retry = retry;
  }

  static RetryPolicy policy() {
    return RetryPolicy.builder()
        .maxAttempts(4)
        .within(Duration.ofSeconds(30))
        .idempotency(Idempotency.KEYED)
        .retryOn(IOException.class)
        .build();
  }

  String pay(String payment) throws Exception {
    return retry.callWith(attempt -> send(payment, attempt.idempotencyKey()));
  }

  private String send(String payment, String key) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(payments)
            .header("Idempotency-Key", quoted(key))
            .POST(HttpRequest.BodyPublishers.ofString(payment))
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 201) {
      throw new IOException("status " + answer.statusCode());
    }
    return answer.body();
  }

  /** A string as RFC 8941 writes it, section 3.3.3. */
  static String quoted(String key) {
    return '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  String payOrder(String number, String payment) throws Exception {
    return retry
        .withIdempotencyKey("order-" + number)
        .callWith(attempt -> send(payment, attempt.idempotencyKey()));
  }

  String payWithin(Retry checkout, String payment) throws Exception {
    return checkout.callWith(
        attempt -> retry.within(attempt).callWith(inner -> send(payment, inner.idempotencyKey())));
  }

  String payInTwoParts(Retry checkout, String one, String other) throws Exception {
    return checkout.callWith(
        attempt -> {
          String key = attempt.idempotencyKey();
          Retry inTime = retry.within(attempt.timeLeft());
          String first =
              inTime
                  .withIdempotencyKey(key + "-1")
                  .callWith(part -> send(one, part.idempotencyKey()));
          return first
              + inTime
                  .withIdempotencyKey(key + "-2")
                  .callWith(part -> send(other, part.idempotencyKey()));
        });
  }
}
