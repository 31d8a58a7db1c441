package dev.reprise.batch;

import static dev.reprise.batch.Batches.fourAttempts;
import static dev.reprise.batch.Batches.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.RefusedItemException;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that each function of an item can refuse it, before any call. */
class RefusedItemTest {

  private final VirtualTime time = VirtualTime.seeded(1);

  /** The functions that are called for each item when it is read. */
  enum Refusing {
    WEIGHT(batch -> batch.maxWeight(100, Refusing::checked)),
    COST(batch -> batch.pacedBy(Pace.unlimited(), Refusing::checked)),
    KEY(batch -> batch.keyedBy(Refusing::checked)),
    GROUP(batch -> batch.groupedBy(Refusing::checked));

    private final UnaryOperator<Batch<Write>> setting;

    Refusing(UnaryOperator<Batch<Write>> setting) {
      this.setting = setting;
    }

    private static long checked(Write item) {
      if (item.key() == 1) {
        throw new RefusedItemException("one is\nnot accepted");
      }
      return 1;
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_item_that_a_function_refuses_is_dead_as_not_retryable(Refusing function) {
    List<Write> sent = new ArrayList<>();
    Batch<Write> batch =
        Batch.of(
            fourAttempts(time),
            (List<Write> chunk) -> {
              sent.addAll(chunk);
              return BatchReply.allDone();
            });

    BatchReport<Write> report = function.setting.apply(batch).run(writes(3));

    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
              assertThat(dead.attempts()).isZero();
              assertThat(dead.error()).isInstanceOf(RefusedItemException.class);
              assertThat(dead.message()).contains("not accepted").doesNotContain("\n");
            });
    assertThat(sent).extracting(Write::key).containsExactly(0, 2);
  }
}
