package dev.reprise.verification.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServiceTest {

  private static final long LONG = Duration.ofMinutes(1).toNanos();

  @Test
  void the_first_attempt_of_each_call_fails_and_later_ones_succeed() {
    Service service = new Service(2);

    assertThat(service.answer(0)).isCompletedExceptionally();
    assertThat(service.awaitFirstAttempts(-1)).isFalse();
    assertThatThrownBy(() -> service.answerNow(1)).isInstanceOf(Service.Unavailable.class);
    assertThat(service.awaitFirstAttempts(LONG)).isTrue();
    assertThat(service.awaitAnswers(-1)).isFalse();

    assertThat(service.answer(0)).isCompletedWithValue("page");
    assertThat(service.answerNow(1)).isEqualTo("page");
    assertThat(service.awaitAnswers(LONG)).isTrue();
    assertThat(service.answered()).isEqualTo(2);
  }

  @Test
  void all_fail_with_one_exception_that_holds_nothing() {
    Service service = new Service(2);

    Throwable failure =
        service.answer(0).handle((answer, thrown) -> thrown).toCompletableFuture().join();

    assertThat(service.answer(1)).isCompletedExceptionally();
    assertThat(failure.getStackTrace()).isEmpty();
    assertThatThrownBy(() -> new Service(1).answerNow(0)).isSameAs(failure);
  }
}
