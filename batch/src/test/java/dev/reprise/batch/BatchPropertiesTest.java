package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.decision.StopReason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds under any faults, cancellation or deadline, over random scripts from seeds. */
class BatchPropertiesTest {

  private static final int SCRIPTS = 2_000;

  @ParameterizedTest
  @EnumSource(RandomRun.Shape.class)
  void every_item_is_accounted_for_once_and_done_means_done(RandomRun.Shape shape) {
    for (long seed = 1; seed <= SCRIPTS; seed++) {
      RandomRun run = RandomRun.of(seed, shape);
      try {
        checkAccounts(run);
      } catch (Throwable failure) {
        throw new AssertionError("seed " + seed + ": " + run, failure);
      }
    }
  }

  private static void checkAccounts(RandomRun run) {
    BatchReport<Write> report = run.toEnd();
    run.accounts.agreeWith(report);
    if (run.drains) {
      assertThat(report.counts().input()).isEqualTo(run.items.size());
    } else if (report.stopReason() == StopReason.SUCCEEDED) {
      assertThat(report.sourceExhausted()).isTrue();
    }
    assertThat(run.table.landed()).containsAll(run.accounts.done);
    assertThat(run.accounts.notAttempted).noneMatch(run.table.landed()::contains);
    assertThat(run.time.pending()).isZero();
    run.budget.balance();
  }

  @ParameterizedTest
  @EnumSource(RandomRun.Shape.class)
  void the_last_item_of_a_key_that_is_done_is_what_the_table_holds(RandomRun.Shape shape) {
    for (long seed = 1; seed <= SCRIPTS; seed++) {
      RandomRun run = RandomRun.keyed(seed, shape);
      try {
        checkOrder(run);
      } catch (Throwable failure) {
        throw new AssertionError("seed " + seed + ": " + run, failure);
      }
    }
  }

  private static void checkOrder(RandomRun run) {
    run.accounts.agreeWith(run.toEnd());
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
  void a_run_is_the_same_each_time() {
    for (long seed = 1; seed <= 300; seed++) {
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
