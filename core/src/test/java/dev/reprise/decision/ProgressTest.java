package dev.reprise.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.reprise.classify.Verdict;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private final Progress start = Progress.startingAt(100);

  @Test
  void begins_with_no_attempt() {
    assertEquals(new Progress(0, 0, 100, 0, 0, 0), start);
  }

  @Test
  void counts_attempts_as_they_start_and_finish() {
    Progress progress = start.attemptStarted(7).attemptFinished(30).waiting(50).attemptStarted(8);

    assertEquals(new Progress(2, 1, 100, 50, 30, 8), progress);
  }

  @Test
  void does_not_overflow_after_two_thousand_million_attempts() {
    Progress progress = new Progress(Integer.MAX_VALUE, Integer.MAX_VALUE, 0, 0, 0, 0);

    assertEquals(progress, progress.attemptStarted(0).attemptFinished(0));
  }

  @Test
  void measures_time_from_the_beginning_whatever_the_origin_of_the_ticks() {
    assertEquals(50, start.elapsedNanos(150));
    assertEquals(0, start.elapsedNanos(50));
    assertEquals(10, Progress.startingAt(Long.MAX_VALUE - 4).elapsedNanos(Long.MIN_VALUE + 5));
  }

  @Test
  void starts_over_after_an_advance_but_for_the_time() {
    Progress progress = start.attemptStarted(7).attemptFinished(30).waiting(50);

    assertEquals(new Progress(0, 0, 100, 0, 30, 7), progress.afterAdvance());
  }

  @Test
  void leads_to_decisions_that_carry_their_verdict() {
    assertSame(Verdict.accept(), Decision.accept().verdict());
    assertSame(
        Verdict.abort(), Decision.giveUp(Verdict.abort(), StopReason.NOT_RETRYABLE).verdict());
  }
}
