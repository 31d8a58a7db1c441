package dev.reprise.testing.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.function.Attempt;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** The result of a driven call, and its fallback, which the caller runs. */
class DrivenFallbackTest {

  private static final IOException RESET = new IOException("reset");

  private final LongAdder count = new LongAdder();
  private final Retry retry =
      Retry.of(
              RetryPolicy.builder()
                  .maxAttempts(1)
                  .retryOnResult(String.class, String::isEmpty)
                  .build())
          .withListener(new Counting(count));

  private record Counting(LongAdder fallbackCounter) implements RetryListener {

    @Override
    public void on(RetryEvent event) {}
  }

  private DrivenCall<String> call() {
    return retry.driver().start();
  }

  private static Attempt begin(DrivenCall<?> call) {
    return Objects.requireNonNull(call.begin(call.step()));
  }

  private DrivenCall<String> failed(Throwable failure) {
    DrivenCall<String> call = call();
    assertThat(call.failed(begin(call), failure)).isSameAs(call.step());
    return call;
  }

  @Test
  void a_failed_call_has_a_result_with_its_report_and_wants_a_fallback() {
    DrivenCall<String> call = failed(RESET);
    RetryResult<String> result = call.result();
    assertThat(result.failure()).isSameAs(RESET);
    assertThat(result.attempts()).isEqualTo(1);
    assertThat(result.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(call.wantsFallback()).isTrue();
    Outcome<String> old = Outcome.returned("old");
    assertThat(call.afterFallback(old)).isSameAs(old);
    assertThat(count.sum()).isOne();
  }

  @Test
  void the_exception_of_a_fallback_has_the_failure_of_the_call() {
    IllegalStateException own = new IllegalStateException("no cache");
    Outcome<String> outcome = failed(RESET).afterFallback(Outcome.threw(own));
    assertThat(outcome.failureOrNull()).isSameAs(own).hasSuppressedException(RESET);
    assertThat(count.sum()).isZero();
  }

  @Test
  void a_rejected_result_is_in_the_result_and_wants_a_fallback() {
    DrivenCall<String> call = call();
    call.returned(begin(call), "");
    assertThat(call.outcome().failureOrNull()).isInstanceOf(ResultRejectedException.class);
    assertThat(call.result().failure()).isNull();
    assertThat(call.result().value()).isEmpty();
    assertThat(call.wantsFallback()).isTrue();
  }

  @Test
  void a_call_that_succeeded_wants_no_fallback() {
    DrivenCall<String> call = call();
    call.returned(begin(call), "page");
    assertThat(call.wantsFallback()).isFalse();
    assertThat(call.result().succeeded()).isTrue();
    assertThat(call.result().value()).isEqualTo("page");
    assertThat(call.result().attempts()).isEqualTo(1);
  }

  @Test
  void a_cancelled_call_and_one_that_failed_with_an_error_want_no_fallback() {
    DrivenCall<String> cancelled = call();
    cancelled.close();
    assertThat(cancelled.wantsFallback()).isFalse();
    assertThat(cancelled.result().stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(failed(new OutOfMemoryError("scripted")).wantsFallback()).isFalse();
  }

  @Test
  void a_call_that_has_not_ended_has_no_result() {
    DrivenCall<String> call = call();
    assertThatThrownBy(call::result).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(call::wantsFallback).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> call.afterFallback(Outcome.returned("old")))
        .isInstanceOf(IllegalStateException.class);
    call.close();
  }

  @Test
  void the_result_of_a_call_that_was_driven_after_its_first_attempt_has_its_report() {
    long mark = RetryReport.mark();
    DrivenCall<String> call = retry.driver().failed(retry.driver().begin(), mark, RESET);
    assertThat(call.result().report())
        .isEqualTo(RetryReport.of(RESET).orElse(call.result().report()));
    assertThat(call.wantsFallback()).isTrue();
  }
}
