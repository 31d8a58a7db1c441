package dev.reprise.examples.http;

import dev.reprise.Retry;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Verdict;
import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpHints;
import dev.reprise.http.HttpRetry;
import dev.reprise.http.HttpRules;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Rules for retries and headers of requests, for any client. */
public final class HttpSettings {

  private HttpSettings() {}

  static HttpRetry payments() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(4)
            .within(Duration.ofSeconds(20))
            .attemptTimeout(Duration.ofSeconds(3))
            .idempotency(Idempotency.KEYED)
            .build();
    return HttpRetry.of(Retry.of(policy).named("payments"));
  }

  static HttpRetry told(HttpRetry http) {
    return http.attemptHeader("X-Attempt").timeLeftHeader("X-Time-Left-Ms");
  }

  static HttpRetry otherRows(HttpRetry http) {
    HttpRules rules =
        HttpRules.standard()
            .onStatus(409, Verdict.retry().withEffect(Effect.NONE))
            .onStatus(500, Verdict.pass())
            .onFault(HttpFault.PROTOCOL, Verdict.retry())
            .idempotentMethod("PROPFIND");
    return http.withRules(rules);
  }

  static HttpRetry precise(HttpRetry http) {
    return http.withHints(HttpHints.standard().withMillis());
  }

  static RetryPolicy paced() {
    return RetryPolicy.builder().hintsOnSuccess().build();
  }

  static RetryPolicy untilDone() {
    return RetryPolicy.builder()
        .unlimitedAttempts()
        .within(Duration.ofMinutes(5))
        .retryOnResult("pending", HttpResponse.class, response -> response.statusCode() == 202)
        .build();
  }

  static RetryPolicy github(InstantSource clock) {
    return RetryPolicy.builder()
        .hintFromResult("xRateLimit", HttpResponse.class, response -> reset(response, clock))
        .build();
  }

  /** GitHub sends the time in seconds since 1970. */
  private static @Nullable Duration reset(HttpResponse<?> response, InstantSource clock) {
    boolean used =
        response.headers().firstValue("x-ratelimit-remaining").filter("0"::equals).isPresent();
    long moment = response.headers().firstValueAsLong("x-ratelimit-reset").orElse(0);
    return used ? Duration.ofSeconds(moment - clock.instant().getEpochSecond()) : null;
  }

  static HttpRetry together(HttpRetry http) {
    return http.withSharedBudget();
  }
}
