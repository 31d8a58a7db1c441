package dev.reprise.examples.payments;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Verdict;
import dev.reprise.http.HttpRetry;
import dev.reprise.http.HttpRules;
import dev.reprise.jdkhttp.RetryingHttpClient;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Pays over a network that loses responses. Each payment has one key, for all of its attempts. */
public final class PaymentClient {

  private final RetryingHttpClient client;
  private final URI payments;

  /**
   * Outcome of a payment.
   *
   * @param reference the client's reference
   * @param number the server's number, from the receipt
   * @param attempts number of attempts
   */
  public record Receipt(String reference, long number, int attempts) {}

  /**
   * A client of a service.
   *
   * @param payments address for payments
   */
  public PaymentClient(URI payments) {
    this.payments = payments;
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(100)
            .within(Duration.ofMinutes(2))
            .attemptTimeout(Duration.ofSeconds(10))
            .backoff(
                Backoff.exponential(Duration.ofMillis(20))
                    .cappedAt(Duration.ofMillis(500))
                    .jitter(Jitter.full()))
            .idempotency(Idempotency.KEYED)
            .build();
    Retry retry = Retry.of(policy).withBudget(RetryBudget.unlimited()).named("payments");
    // 409: another attempt is still running, possibly on a server that was killed.
    HttpRules rules = HttpRules.standard().onStatus(409, Verdict.retry());
    client =
        RetryingHttpClient.of(
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(),
            HttpRetry.of(retry).withRules(rules));
  }

  /**
   * Pays.
   *
   * @param reference the client's reference of the payment
   * @return the receipt
   * @throws Exception if there was no receipt within two minutes, or the thread was interrupted
   */
  public Receipt pay(String reference) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(payments).POST(BodyPublishers.ofString(reference)).build();
    RetryResult<HttpResponse<String>> result =
        client.sendForResult(request, BodyHandlers.ofString());
    HttpResponse<String> answer = result.valueOrThrow();
    if (answer.statusCode() != 201) {
      throw new IOException("no receipt: " + answer.statusCode() + " " + answer.body());
    }
    return new Receipt(reference, Long.parseLong(answer.body()), result.attempts());
  }
}
