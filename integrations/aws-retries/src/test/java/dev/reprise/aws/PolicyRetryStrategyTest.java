package dev.reprise.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** The strategy as the SDK calls it, in virtual time. */
class PolicyRetryStrategyTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final RecordingListener listener = RecordingListener.forAllEvents();

  private Retry retry(RetryPolicyBuilder policy) {
    return Retry.of(policy.build())
        .withBudget(RetryBudget.unlimited())
        .withEnvironment(time)
        .withListener(listener);
  }

  private PolicyRetryStrategy strategy(RetryPolicyBuilder policy) {
    return PolicyRetryStrategy.of(retry(policy));
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder().maxAttempts(5).backoff(Backoff.exponential(Duration.ofSeconds(1)));
  }

  private static DynamoDbException unavailable() {
    return (DynamoDbException) DynamoDbException.builder().statusCode(503).message("x").build();
  }

  private static RetryToken acquire(RetryStrategy strategy) {
    return strategy.acquireInitialToken(AcquireInitialTokenRequest.create("GLOBAL")).token();
  }

  private static RefreshRetryTokenResponse refresh(
      RetryStrategy strategy, RetryToken token, Throwable failure, Duration suggested) {
    return strategy.refreshRetryToken(
        RefreshRetryTokenRequest.builder()
            .token(token)
            .failure(failure)
            .suggestedDelay(suggested)
            .build());
  }

  private static RefreshRetryTokenResponse refresh(RetryStrategy strategy, RetryToken token) {
    return refresh(strategy, token, unavailable(), Duration.ZERO);
  }

  private static TokenAcquisitionFailedException refused(
      RetryStrategy strategy, RetryToken token, Throwable failure, Duration suggested) {
    return catchThrowableOfType(
        TokenAcquisitionFailedException.class, () -> refresh(strategy, token, failure, suggested));
  }

  @Test
  void delays_are_those_of_the_policy_and_the_last_failure_has_the_report() {
    PolicyRetryStrategy strategy = strategy(policy());
    RetryToken token = acquire(strategy);
    for (int seconds : List.of(1, 2, 4, 8)) {
      RefreshRetryTokenResponse next = refresh(strategy, token);
      assertThat(next.delay()).isEqualTo(Duration.ofSeconds(seconds));
      time.advance(next.delay());
      token = next.token();
    }
    DynamoDbException last = unavailable();

    TokenAcquisitionFailedException refusal = refused(strategy, token, last, Duration.ZERO);

    assertThat(refusal).hasMessageContaining("attempts used up").hasCause(last);
    RetryReport report = RetryReport.of(last).orElseThrow();
    assertThat(report.attempts()).isEqualTo(5);
    assertThat(report.elapsed()).isEqualTo(Duration.ofSeconds(15));
    listener.assertGrammar();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "999999, 1", "1000000, 1", "1000001, 2", "0, 0"})
  void a_delay_is_rounded_up_to_what_the_sdk_can_wait(long nanos, long millis) {
    Backoff backoff = nanos == 0 ? Backoff.none() : Backoff.fixed(Duration.ofNanos(nanos));
    PolicyRetryStrategy strategy = strategy(policy().backoff(backoff));

    assertThat(refresh(strategy, acquire(strategy)).delay()).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void a_suggested_delay_is_a_hint() {
    PolicyRetryStrategy strategy = strategy(policy().within(Duration.ofMinutes(1)));

    RefreshRetryTokenResponse next =
        refresh(strategy, acquire(strategy), unavailable(), Duration.ofSeconds(7));
    assertThat(next.delay()).isGreaterThanOrEqualTo(Duration.ofSeconds(7));
    time.advance(next.delay());
    assertThat(refresh(strategy, next.token()).delay()).isEqualTo(Duration.ofSeconds(2));

    refused(strategy, acquire(strategy), unavailable(), Duration.ofMinutes(2));
    assertThat(listener.stopReason()).isIn(StopReason.DEADLINE, StopReason.HINT_TOO_LONG);
  }

  @Test
  void a_suggested_delay_does_not_apply_to_a_call_that_a_listener_makes_meanwhile() {
    PolicyRetryStrategy inner = strategy(policy());
    PolicyRetryStrategy outer =
        PolicyRetryStrategy.of(
            retry(policy())
                .withListener(
                    event -> {
                      if (event instanceof RetryEvent.AttemptFinished) {
                        assertThat(refresh(inner, acquire(inner)).delay())
                            .isEqualTo(Duration.ofSeconds(1));
                      }
                    }));

    Duration delay = refresh(outer, acquire(outer), unavailable(), Duration.ofSeconds(7)).delay();

    assertThat(delay).isGreaterThanOrEqualTo(Duration.ofSeconds(7));
    assertThat(listener.recorded(RetryEvent.AttemptFinished.class)).hasSize(2);
  }

  @Test
  void gives_up_before_a_wait_that_would_end_past_the_time_limit() {
    PolicyRetryStrategy strategy = strategy(policy().within(Duration.ofSeconds(3)));
    RefreshRetryTokenResponse next = refresh(strategy, acquire(strategy));
    time.advance(next.delay());

    assertThat(refused(strategy, next.token(), unavailable(), Duration.ZERO))
        .hasMessageContaining("deadline");
  }

  @Test
  void no_attempt_follows_the_timeout_of_the_whole_call() {
    PolicyRetryStrategy strategy = strategy(policy());

    refused(strategy, acquire(strategy), ApiCallTimeoutException.create(1), Duration.ZERO);

    assertThat(listener.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_cancelled_future_ends_the_call_as_cancelled(boolean afterRetry) {
    PolicyRetryStrategy strategy = strategy(policy());
    RetryToken token = acquire(strategy);
    if (afterRetry) {
      token = refresh(strategy, token).token();
    }

    refused(
        strategy,
        token,
        SdkClientException.create("cancelled", new CancellationException()),
        Duration.ZERO);

    assertThat(listener.stopReason()).isEqualTo(StopReason.CANCELLED);
    listener.assertGrammar();
  }

  @Test
  void a_token_is_used_once() {
    PolicyRetryStrategy strategy = strategy(policy());
    RetryToken token = acquire(strategy);
    RetryToken next = refresh(strategy, token).token();

    assertThatThrownBy(() -> refresh(strategy, token)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> strategy.recordSuccess(RecordSuccessRequest.create(token)))
        .isInstanceOf(IllegalArgumentException.class);

    strategy.recordSuccess(RecordSuccessRequest.create(next));
    assertThat(listener.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    listener.assertGrammar();
  }

  @Test
  void a_token_of_a_call_that_has_ended_changes_nothing() {
    PolicyRetryStrategy strategy = strategy(policy());
    RetryToken token = acquire(strategy);
    strategy.recordSuccess(RecordSuccessRequest.create(refresh(strategy, token).token()));
    int events = listener.recorded().size();

    strategy.recordSuccess(RecordSuccessRequest.create(token));
    refused(strategy, token, unavailable(), Duration.ZERO);

    assertThat(listener.recorded()).hasSize(events);
  }

  /** As if the SDK reported the end of the attempt while it ends the call on another thread. */
  @Test
  void a_token_is_accepted_while_its_call_ends() {
    List<AttemptToken> tokens = new ArrayList<>();
    List<Throwable> refused = new ArrayList<>();
    PolicyRetryStrategy strategy =
        PolicyRetryStrategy.of(
            retry(policy())
                .withListener(
                    event -> {
                      if (event instanceof RetryEvent.CallFinished) {
                        AttemptToken used = tokens.get(0);
                        refused.add(catchThrowable(() -> used.call().succeeded(used)));
                      }
                    }));
    tokens.add((AttemptToken) refresh(strategy, acquire(strategy)).token());

    tokens.get(0).call().abandon(StopReason.CANCELLED);

    assertThat(listener.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(refused).singleElement().isNull();
    listener.assertGrammar();
  }

  @Test
  void a_token_of_another_strategy_is_rejected() {
    PolicyRetryStrategy strategy = strategy(policy());
    RetryToken token = acquire(DefaultRetryStrategy.standardStrategyBuilder().build());

    assertThatThrownBy(() -> strategy.recordSuccess(RecordSuccessRequest.create(token)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PolicyRetryStrategy");
  }

  @Test
  void asynchronous_methods_fail_their_futures() {
    PolicyRetryStrategy strategy = strategy(policy().maxAttempts(1));
    RefreshRetryTokenRequest request =
        RefreshRetryTokenRequest.builder().token(acquire(strategy)).failure(unavailable()).build();

    assertThatThrownBy(() -> strategy.refreshRetryTokenAsync(request).join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(TokenAcquisitionFailedException.class);
  }

  @Test
  void a_policy_that_hedges_makes_one_attempt_at_a_time() {
    PolicyRetryStrategy strategy =
        strategy(
            policy()
                .idempotency(Idempotency.IDEMPOTENT)
                .hedge(Hedge.after(Duration.ofMillis(1)).maxInFlight(2)));
    RetryToken token = acquire(strategy);
    time.advance(Duration.ofSeconds(1));

    RefreshRetryTokenResponse next = refresh(strategy, token);
    strategy.recordSuccess(RecordSuccessRequest.create(next.token()));

    assertThat(listener.recorded(RetryEvent.HedgeStarted.class)).isEmpty();
    listener.assertGrammar();
  }

  @Test
  void listeners_see_the_context_of_the_caller() {
    ThreadLocal<String> local = new ThreadLocal<>();
    StringBuilder seen = new StringBuilder();
    PolicyRetryStrategy strategy =
        PolicyRetryStrategy.of(
            retry(policy())
                .withContext(CallContext.of(local::get, local::set, local::remove))
                .withListener(event -> seen.append(local.get()).append(' ')));
    local.set("caller");
    RetryToken token = acquire(strategy);
    local.set("other");

    strategy.recordSuccess(RecordSuccessRequest.create(refresh(strategy, token).token()));

    assertThat(seen.toString().split(" ")).isNotEmpty().containsOnly("caller");
    assertThat(local.get()).isEqualTo("other");
  }

  @Test
  void a_predicate_that_throws_ends_the_call_with_the_failure() {
    PolicyRetryStrategy strategy =
        strategy(
            policy()
                .retryIf(
                    "broken",
                    failure -> {
                      throw new IllegalStateException("bug");
                    }));
    IOException failure = new IOException("not of the SDK");

    assertThat(refused(strategy, acquire(strategy), failure, Duration.ZERO)).hasCause(failure);
    assertThat(listener.stopReason()).isEqualTo(StopReason.POLICY_FAILED);
  }

  @Test
  void a_builder_of_the_sdk_sets_attempts_and_conditions() {
    RetryStrategy strategy =
        strategy(policy()).toBuilder()
            .maxAttempts(2)
            .retryOnException(failure -> failure.getMessage().contains("again"))
            .build();

    assertThat(strategy.maxAttempts()).isEqualTo(2);
    assertThat(strategy.useClientDefaults()).isFalse();
    RetryToken token = acquire(strategy);
    RefreshRetryTokenResponse next =
        refresh(strategy, token, SdkClientException.create("again"), Duration.ZERO);
    assertThat(refused(strategy, next.token(), unavailable(), Duration.ZERO))
        .hasMessageContaining("attempts");
    refused(strategy, acquire(strategy), SdkClientException.create("once"), Duration.ZERO);
  }

  @Test
  void settings_of_the_policy_are_refused_by_the_builder_of_the_sdk() {
    RetryStrategy.Builder<?, ?> builder = strategy(policy()).toBuilder();

    assertThatThrownBy(() -> builder.backoffStrategy(BackoffStrategy.retryImmediately()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("backoffStrategy");
    assertThatThrownBy(() -> builder.throttlingBackoffStrategy(BackoffStrategy.retryImmediately()))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> builder.treatAsThrottling(failure -> true))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
