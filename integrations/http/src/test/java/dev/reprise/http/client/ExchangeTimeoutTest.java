package dev.reprise.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testing.VirtualTime;
import dev.reprise.time.RetryEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExchangeTimeoutTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final List<Duration> cuts = new ArrayList<>();

  private ExchangeTimeout set(Duration length) {
    return ExchangeTimeout.start(length, time, () -> cuts.add(time.elapsed()));
  }

  @Test
  void aborts_an_exchange_that_takes_too_long_once_and_reports_it() {
    ExchangeTimeout alarm = set(Duration.ofSeconds(3));

    time.advance(Duration.ofMillis(2_999));
    assertThat(cuts).isEmpty();
    time.advance(Duration.ofSeconds(9));

    assertThat(cuts).containsExactly(Duration.ofSeconds(3));
    assertThat(alarm.end()).isTrue();
    assertThat(alarm.end()).isTrue();
  }

  @Test
  void does_not_abort_an_exchange_that_has_ended() {
    ExchangeTimeout alarm = set(Duration.ofSeconds(3));

    assertThat(alarm.end()).isFalse();
    time.advance(Duration.ofSeconds(9));

    assertThat(cuts).isEmpty();
    assertThat(alarm.end()).isFalse();
    assertThat(time.pending()).isZero();
  }

  @Test
  void a_timer_that_returns_no_handle_has_rejected_the_timeout() {
    RetryEnvironment environment = time.withDelayer((task, nanos) -> null);

    assertThatThrownBy(() -> ExchangeTimeout.start(Duration.ofSeconds(3), environment, () -> {}))
        .isInstanceOf(NullPointerException.class);
  }

  @Test
  void a_timer_that_cannot_cancel_its_task_does_not_fail_an_exchange_that_has_ended() {
    RetryEnvironment environment =
        time.withDelayer(
            (task, nanos) -> {
              var unused = time.delayer().schedule(task, nanos);
              return () -> {
                throw new IllegalStateException("cannot cancel");
              };
            });
    ExchangeTimeout alarm =
        ExchangeTimeout.start(Duration.ofSeconds(3), environment, () -> cuts.add(time.elapsed()));

    assertThat(alarm.end()).isFalse();
    time.advance(Duration.ofSeconds(9));
    assertThat(cuts).isEmpty();
  }

  @Test
  void schedules_nothing_without_a_limit() {
    ExchangeTimeout endless = set(Duration.ofNanos(Long.MAX_VALUE));
    ExchangeTimeout beyond = set(Duration.ofSeconds(Long.MAX_VALUE));

    assertThat(time.pending()).isZero();
    assertThat(endless.end()).isFalse();
    assertThat(beyond.end()).isFalse();
  }

  @Test
  void aborts_at_once_with_a_timeout_of_zero() {
    ExchangeTimeout alarm = set(Duration.ZERO);

    time.runUntilIdle();

    assertThat(cuts).containsExactly(Duration.ZERO);
    assertThat(alarm.end()).isTrue();
  }

  @Test
  void an_abort_needs_no_executor() {
    RetryEnvironment blocked = time.withExecutor(neverRuns -> {});
    ExchangeTimeout alarm =
        ExchangeTimeout.start(Duration.ofSeconds(3), blocked, () -> cuts.add(time.elapsed()));

    time.advance(Duration.ofSeconds(3));

    assertThat(cuts).containsExactly(Duration.ofSeconds(3));
    assertThat(alarm.end()).isTrue();
  }
}
