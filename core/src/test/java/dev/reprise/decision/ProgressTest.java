package dev.reprise.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.classify.Verdict;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private final Progress start = Progress.startingAt(100);

  @Test
  void begins_with_no_attempt() {
    assertEquals(new Progress(0, 0, 0, 100, 100, 100, 0, 0, 0, 0), start);
  }

  @Test
  void counts_attempts_as_they_start_and_finish() {
    Progress progress =
        start.attemptStarted(100, 7).attemptFinished(30).waiting(50).attemptStarted(180, 8);

    assertEquals(new Progress(2, 1, 0, 100, 180, 100, 50, 30, 0, 8), progress);
    assertEquals(1, progress.inFlight());
    assertEquals(1, progress.retry());
  }

  @Test
  void keeps_the_report_position_of_the_first_attempt_in_flight() {
    Progress hedged = start.attemptStarted(100, 7).attemptStarted(150, 9);

    assertEquals(2, hedged.inFlight());
    assertEquals(7, hedged.reportMark());
    assertEquals(150, hedged.lastStartNanos());
  }

  @Test
  void keeps_the_longest_requested_pause_until_no_attempt_is_in_flight() {
    Progress asked = start.attemptStarted(100, 0).attemptStarted(150, 0).attemptFinished(80);

    assertEquals(1_080, asked.notBefore(1_000, 180).notBefore(5, 181).notBeforeNanos());
    assertEquals(1_080, asked.notBefore(1_000, 180).attemptStarted(190, 0).notBeforeNanos());
    Progress alone = asked.notBefore(1_000, 180).attemptFinished(90).attemptStarted(2_000, 0);
    assertEquals(0, alone.notBeforeNanos());
    assertEquals(
        Long.MAX_VALUE, asked.notBefore(Long.MAX_VALUE, 180).notBeforeNanos(), "saturates");
    assertSame(asked, asked.notBefore(0, 180));
  }

  @Test
  void a_hedge_stays_due_until_an_attempt_starts() {
    Progress due = Progress.startingAt(0).attemptStarted(0, 0).attemptStarted(5, 0).hedgeDue();
    assertTrue(due.isHedgeDue());
    assertTrue(due.attemptFinished(3).countFailure(1).notBefore(4, 5).isHedgeDue());
    assertEquals(due, due.hedgeDue());
    assertNotEquals(due, due.attemptStarted(9, 0));
    assertFalse(due.attemptStarted(9, 0).isHedgeDue());
    assertFalse(due.attempted(9, 0, 1).isHedgeDue());
    assertTrue(due.toString().contains("[], hedge due"), due::toString);
  }

  @Test
  void excludes_attempts_but_continues_their_numbers() {
    Progress later = new Progress(7, 7, 0, 100, 900, 100, 50, 600, 0, 3);

    Progress anew = later.excluding(6, 950);
    assertEquals(new Progress(7, 7, 6, 100, 900, 950, 0, 600, 0, 3), anew);
    assertEquals(1, anew.retry());
    assertEquals(50, later.excluding(5, 950).previousDelayNanos());
  }

  @Test
  void does_not_overflow_after_two_thousand_million_attempts() {
    Progress progress = new Progress(Integer.MAX_VALUE, Integer.MAX_VALUE, 0, 0, 0, 0, 0, 0, 0, 0);

    assertEquals(progress, progress.attemptStarted(0, 0).attemptFinished(0));
  }

  @Test
  void measures_time_from_the_beginning_for_any_origin_of_the_ticks() {
    assertEquals(50, start.elapsedNanos(150));
    assertEquals(0, start.elapsedNanos(50));
    assertEquals(10, Progress.startingAt(Long.MAX_VALUE - 4).elapsedNanos(Long.MIN_VALUE + 5));
  }

  @Test
  void restarts_after_an_advance_except_for_the_time() {
    Progress progress = start.attemptStarted(100, 7).attemptFinished(30).waiting(50);

    assertEquals(new Progress(0, 0, 0, 100, 100, 100, 0, 30, 0, 7), progress.afterAdvance());
  }

  @Test
  void creates_decisions_that_contain_their_verdict() {
    assertSame(Verdict.accept(), Decision.accept().verdict());
    assertSame(
        Verdict.abort(), Decision.giveUp(Verdict.abort(), StopReason.NOT_RETRYABLE).verdict());
  }
}
