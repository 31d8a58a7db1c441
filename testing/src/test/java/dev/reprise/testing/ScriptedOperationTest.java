package dev.reprise.testing;

import static dev.reprise.testing.internal.Millis.allMs;
import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class ScriptedOperationTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final ScriptedOperation<String> operation = new ScriptedOperation<>(time);

  @Test
  void returns_the_outcomes_in_order_and_repeats_the_last() throws Exception {
    operation.returns("a").returns(null).returns("c");
    assertThat(operation.call()).isEqualTo("a");
    assertThat(operation.stage().join()).isNull();
    assertThat(operation.call()).isEqualTo("c");
    assertThat(operation.call()).isEqualTo("c");
    assertThat(operation.calls()).isEqualTo(4);
  }

  @Test
  void accepts_time_in_both_forms() throws Exception {
    operation.takes(ms(30)).returns("slow").returns("fast");
    assertThat(operation.call()).isEqualTo("slow");
    assertThat(time.elapsed()).isEqualTo(ms(30));
    assertThat(operation.stage()).isCompletedWithValue("fast");
    operation.takes(ms(20)).returns("slow again");
    CompletableFuture<String> stage = operation.stage();
    assertThat(stage).isNotDone();
    assertThat(time.await(stage)).isCompletedWithValue("slow again");
    assertThat(operation.starts()).isEqualTo(allMs(0, 30, 30));
  }

  @Test
  void fails_in_both_forms() throws Exception {
    IOException failure = new IOException("reset");
    operation.fails(failure).fails(failure).failsWrapped(failure).throwsInsteadOfStage(failure);
    assertThatThrownBy(operation::call).isSameAs(failure);
    CompletableFuture<String> stage = operation.stage();
    assertThat(stage.handle((value, thrown) -> thrown)).isCompletedWithValue(failure);
    assertThatThrownBy(operation::call).isInstanceOf(CompletionException.class).hasCause(failure);
    assertThatThrownBy(operation::stage).isSameAs(failure);
    assertThatThrownBy(operation::call).isSameAs(failure);
  }

  @Test
  void returns_no_stage() throws Exception {
    operation.returnsNoStage();
    assertThat(operation.stage()).isNull();
    assertThatThrownBy(operation::call).isInstanceOf(NullPointerException.class);
  }

  @Test
  void takes_time_before_it_throws_instead_of_returning_a_stage() throws Exception {
    IOException failure = new IOException("no connection");
    operation.takes(ms(30)).throwsInsteadOfStage(failure).takes(ms(20)).returnsNoStage();
    assertThatThrownBy(operation::stage).isSameAs(failure);
    assertThat(time.elapsed()).isEqualTo(ms(30));
    assertThat(operation.stage()).isNull();
    assertThat(time.elapsed()).isEqualTo(ms(50));
    assertThatThrownBy(operation::call).isInstanceOf(NullPointerException.class);
    assertThat(time.elapsed()).isEqualTo(ms(70));
  }

  @Test
  void an_interrupt_ends_the_time_before_a_missing_stage() {
    operation.takes(ms(30)).returnsNoStage();
    time.schedule(ms(5), Thread.currentThread()::interrupt);
    assertThatThrownBy(operation::stage).isInstanceOf(InterruptedException.class);
    assertThat(time.elapsed()).isEqualTo(ms(5));
    assertThat(operation.cancelledAttempts()).isEqualTo(1);
  }

  @Test
  void a_time_before_an_attempt_that_hangs_is_a_mistake() {
    operation.takes(ms(30));
    assertThatThrownBy(operation::hangs)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("takes(30 ms) has no effect: an attempt that hangs has no outcome");
  }

  @Test
  void hangs_until_it_is_cancelled_and_counts_that() throws Exception {
    operation.hangs();
    CompletableFuture<String> stage = operation.stage();
    time.advance(ms(100));
    assertThat(stage).isNotDone();
    stage.cancel(true);
    stage.cancel(true);
    assertThat(operation.cancelledAttempts()).isEqualTo(1);
    time.schedule(ms(5), Thread.currentThread()::interrupt);
    assertThatThrownBy(operation::call).isInstanceOf(InterruptedException.class);
    assertThat(operation.cancelledAttempts()).isEqualTo(2);
  }

  @Test
  void distinguishes_a_scripted_cancellation_from_being_cancelled() throws Exception {
    operation.fails(new CancellationException("by the user"));
    assertThat(operation.stage()).isCancelled();
    assertThat(operation.cancelledAttempts()).isZero();
  }

  @Test
  void a_cancelled_stage_cancels_its_timer() throws Exception {
    operation.takes(ms(30)).returns("slow");
    operation.stage().cancel(true);
    assertThat(time.pending()).isZero();
    assertThat(operation.cancelledAttempts()).isEqualTo(1);
  }

  @Test
  void fails_without_a_script() {
    assertThatThrownBy(operation::call)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the operation has no script");
  }

  @Test
  void null_is_refused_when_the_script_is_written() {
    assertThatThrownBy(() -> operation.fails(null)).hasMessage("failure");
    assertThatThrownBy(() -> operation.failsWrapped(null)).hasMessage("failure");
    assertThatThrownBy(() -> operation.throwsInsteadOfStage(null)).hasMessage("failure");
    assertThatThrownBy(() -> operation.runs(null)).hasMessage("code");
    assertThatThrownBy(() -> operation.takes(null)).hasMessage("length");
  }

  @Test
  void a_time_without_an_outcome_after_it_is_a_mistake() {
    operation.returns("fast").takes(ms(30));

    assertThatThrownBy(operation::call)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("takes(30 ms) has no effect: it must be before the outcome of its attempt");
    assertThatThrownBy(operation::stage).isInstanceOf(IllegalStateException.class);
    assertThat(operation.calls()).isZero();
  }
}
