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
  void answers_in_order_and_then_for_ever_with_the_last() throws Exception {
    operation.returns("a").returns(null).returns("c");
    assertThat(operation.call()).isEqualTo("a");
    assertThat(operation.stage().join()).isNull();
    assertThat(operation.call()).isEqualTo("c");
    assertThat(operation.call()).isEqualTo("c");
    assertThat(operation.calls()).isEqualTo(4);
  }

  @Test
  void takes_time_in_either_form() throws Exception {
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
  void fails_in_either_form() throws Exception {
    IOException failure = new IOException("reset");
    operation.fails(failure).fails(failure).failsWrapped(failure).throwsAtOnce(failure);
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
  void hangs_until_it_is_called_off_and_counts_that() throws Exception {
    operation.hangs();
    CompletableFuture<String> stage = operation.stage();
    time.advance(ms(100));
    assertThat(stage).isNotDone();
    stage.cancel(true);
    stage.cancel(true);
    assertThat(operation.cutShort()).isEqualTo(1);
    time.schedule(ms(5), Thread.currentThread()::interrupt);
    assertThatThrownBy(operation::call).isInstanceOf(InterruptedException.class);
    assertThat(operation.cutShort()).isEqualTo(2);
  }

  @Test
  void does_not_take_a_cancellation_of_its_own_for_being_called_off() throws Exception {
    operation.fails(new CancellationException("by the user"));
    assertThat(operation.stage()).isCancelled();
    assertThat(operation.cutShort()).isZero();
  }

  @Test
  void a_stage_that_is_cancelled_takes_its_timer_back() throws Exception {
    operation.takes(ms(30)).returns("slow");
    operation.stage().cancel(true);
    assertThat(time.pending()).isZero();
    assertThat(operation.cutShort()).isEqualTo(1);
  }

  @Test
  void has_no_answer_without_a_script() {
    assertThatThrownBy(operation::call)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the operation has no script");
  }
}
