package dev.reprise.jdkhttp;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testbed.http.FaultyHttpServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;

/** The clients of these tests. */
final class TestClients {

  private TestClients() {}

  static HttpClient bare() {
    return bareBuilder().build();
  }

  static HttpClient.Builder bareBuilder() {
    return HttpClient.newBuilder().sslContext(FaultyHttpServer.clientTls());
  }

  static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(4)
        .within(Duration.ofSeconds(30))
        .backoff(Backoff.fixed(Duration.ofMillis(1)));
  }

  static Retry retry(RetryPolicyBuilder policy) {
    return Retry.of(policy.build()).withBudget(RetryBudget.unlimited());
  }

  static RetryingHttpClient retrying() {
    return retrying(policy());
  }

  static RetryingHttpClient retrying(RetryPolicyBuilder policy) {
    return RetryingHttpClient.of(bare(), retry(policy));
  }

  static HttpRequest get(FaultyHttpServer server, String path) {
    return HttpRequest.newBuilder(server.uri(path)).build();
  }

  static HttpRequest post(FaultyHttpServer server, String path) {
    return HttpRequest.newBuilder(server.uri(path)).POST(BodyPublishers.ofString("body")).build();
  }
}
