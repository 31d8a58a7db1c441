package dev.reprise.batch.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that a stopped run does not wait for deaf calls for long enough to be noticed. */
class StopGraceTest {

  private static final Duration PROMISED = Duration.ofMillis(200);

  private final VirtualTime time = VirtualTime.seeded(1);
  private final List<Runnable> messages = new ArrayList<>();
  private boolean delayed;
  private final StopGrace grace =
      new StopGrace(
          time.delayer(),
          new Mailbox() {
            @Override
            public void post(Runnable message) {
              if (delayed) {
                messages.add(message);
              } else {
                message.run();
              }
            }

            @Override
            public boolean isRunningHere() {
              return true;
            }
          });

  @Test
  void a_stopped_run_waits_for_half_of_the_promised_time() {
    grace.begin(true);
    time.advance(PROMISED.dividedBy(2).minusNanos(1));
    assertThat(grace.isOver()).isFalse();
    time.advance(Duration.ofNanos(1));

    assertThat(grace.isOver()).isTrue();
    assertThat(grace.endsCalls()).isTrue();
  }

  @Test
  void calls_that_are_interrupted_later_get_the_time_once_more_and_no_further_time() {
    grace.begin(false);
    time.advance(PROMISED);
    grace.begin(true);
    assertThat(grace.isOver()).isFalse();
    time.advance(PROMISED.dividedBy(2));
    assertThat(grace.isOver()).isTrue();
    grace.begin(true);

    assertThat(grace.isOver()).isTrue();
    assertThat(time.pending()).isZero();
  }

  @Test
  void a_late_message_of_an_earlier_time_does_not_end_the_time_of_calls() {
    delayed = true;
    grace.begin(false);
    time.advance(PROMISED.dividedBy(2));
    grace.begin(true);
    messages.remove(0).run();
    assertThat(grace.isOver()).isFalse();
    time.advance(PROMISED.dividedBy(2));
    messages.remove(0).run();

    assertThat(grace.isOver()).isTrue();
  }
}
