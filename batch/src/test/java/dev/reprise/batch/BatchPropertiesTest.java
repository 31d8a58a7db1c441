package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests random scripts with faults, cancellation and deadlines; each script has a seed. */
class BatchPropertiesTest {

  private static final int SCRIPTS = 300;
  private static final int MANY_SCRIPTS = 5_000;

  /** Referenced here, since loggers are held weakly. */
  private static final Logger LOGGER = Logger.getLogger("dev.reprise.batch");

  @BeforeAll
  static void silence_the_log() {
    LOGGER.setLevel(Level.OFF);
  }

  @AfterAll
  static void restore_the_log() {
    LOGGER.setLevel(null);
  }

  @ParameterizedTest
  @EnumSource(RandomRun.Shape.class)
  void every_item_is_accounted_for_once_and_done_means_done(RandomRun.Shape shape) {
    check(1, SCRIPTS, shape);
  }

  @ParameterizedTest
  @EnumSource(RandomRun.Shape.class)
  @Tag("proof")
  void forty_thousand_scripts_lose_and_duplicate_nothing(RandomRun.Shape shape) {
    check(SCRIPTS + 1, SCRIPTS + MANY_SCRIPTS, shape);
  }

  private static void check(long from, long to, RandomRun.Shape shape) {
    for (long seed = from; seed <= to; seed++) {
      check(seed, RandomRun.of(seed, shape));
      check(seed, RandomRun.keyed(seed, shape));
    }
  }

  private static void check(long seed, RandomRun run) {
    try {
      checkAccounts(run, run.toEnd());
    } catch (Throwable failure) {
      throw new AssertionError("seed " + seed + ": " + run, failure);
    }
  }

  private static void checkAccounts(RandomRun run, BatchReport<Write> report) {
    run.accounts.agreeBesideOthers(report);
    checkRead(run, report);
    if (run.drains && report.sourceFailure().isEmpty()) {
      assertThat(report.counts().input()).isEqualTo(run.items.size());
    } else if (report.stopReason() == StopReason.SUCCEEDED && !run.source.breaks()) {
      assertThat(report.sourceExhausted()).isTrue();
    }
    assertThat(run.accounts.dead)
        .hasSize(run.consumed.size() + report.deadLetters().size())
        .allSatisfy(dead -> checkDead(run, dead));
    checkTable(run);
    checkOrder(run);
    assertThat(run.time.pending()).isZero();
    run.budget.balance();
  }

  /** An item that the source returns after the end of a stopped run is not counted. */
  private static void checkRead(RandomRun run, BatchReport<Write> report) {
    boolean stopped = report.stopReason() != StopReason.SUCCEEDED && !run.drains;
    assertThat(run.source.read() - report.counts().input()).isBetween(0L, stopped ? 1L : 0L);
  }

  /** An item of a call that did not end before the report may arrive later. */
  private static boolean mayArriveLater(RandomRun run, Write write) {
    return run.accounts.dead.stream()
        .anyMatch(dead -> dead.item() == write && dead.error() instanceof CancellationException);
  }

  private static void checkDead(RandomRun run, DeadLetter<Write> dead) {
    assertThat(dead.stopReason()).isNotEqualTo(StopReason.SUCCEEDED);
    assertThat(dead.position()).isEqualTo(dead.item().version());
    assertThat(dead.attempts()).isEqualTo(run.table.sends(dead.item()));
    assertThat(dead.message()).isNotEmpty();
    checkReason(dead);
  }

  /** An item that the table named has the reason of this item, and the kind that belongs to it. */
  private static void checkReason(DeadLetter<Write> dead) {
    Set<FailureKind> kinds = FaultyTable.kindsOf(dead.message());
    if (!kinds.isEmpty()) {
      assertThat(dead.message()).endsWith(": " + dead.item());
      assertThat(kinds).contains(dead.kind());
    }
  }

  /**
   * Checks that done items are in the table, and that other items in it are those whose reply was
   * lost.
   */
  private static void checkTable(RandomRun run) {
    Set<Write> landed = new HashSet<>(run.table.landed());
    Set<Write> done = new HashSet<>(run.accounts.done);
    assertThat(landed).containsAll(done);
    assertThat(landed)
        .allMatch(
            write ->
                done.contains(write) || run.table.tookUntold(write) || mayArriveLater(run, write));
    assertThat(landed).noneMatch(run.table::isPoison);
    assertThat(run.accounts.notAttempted).allMatch(write -> run.table.sends(write) == 0);
  }

  /** Checks that the table holds the last done item of each key. */
  private static void checkOrder(RandomRun run) {
    Map<Integer, Write> last = new HashMap<>();
    run.items.forEach(write -> last.put(write.key(), write));
    last.forEach(
        (key, write) -> {
          if (run.accounts.isDone(write)) {
            assertThat(run.table.value(key)).isEqualTo(write);
          }
        });
    assertThat(run.table.stale()).as("older writes that landed after newer ones").isEmpty();
    assertThat(run.table.doubled()).as("keys sent twice at a time").isEmpty();
  }

  @Test
  void a_run_is_reproducible() {
    for (long seed = 1; seed <= 40; seed++) {
      for (RandomRun.Shape shape : RandomRun.Shape.values()) {
        List<String> first = trace(seed, shape);
        assertThat(trace(seed, shape)).as("seed " + seed).isEqualTo(first);
      }
    }
  }

  private static List<String> trace(long seed, RandomRun.Shape shape) {
    RandomRun run = RandomRun.keyed(seed, shape);
    BatchReport<Write> report = run.toEnd();
    return List.of(report.toString(), run.table.landed().toString(), run.time.toString());
  }
}
