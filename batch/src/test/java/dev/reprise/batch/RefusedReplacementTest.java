package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests, with random inputs, which item of a key is stored if the service refuses some items. */
class RefusedReplacementTest {

  private static final int SEEDS = 300;

  @ParameterizedTest
  @EnumSource
  void the_table_holds_the_last_item_of_each_key_that_is_not_refused(SameKey rule) {
    for (int seed = 0; seed < SEEDS; seed++) {
      new RandomKeys(seed).holds(rule);
    }
  }

  /** A table that refuses some items, and leaves others unprocessed now and then. */
  private static final class RandomKeys {

    private final int seed;
    private final Random random;
    private final VirtualTime time;
    private final List<Write> items;
    private final Set<Integer> bad = new TreeSet<>();
    private final boolean isolates;
    private final Map<Integer, Write> table = new HashMap<>();
    private final ItemAccounts<Write> accounts = new ItemAccounts<>();

    RandomKeys(int seed) {
      this.seed = seed;
      random = new Random(seed);
      time = VirtualTime.seeded(seed);
      isolates = random.nextInt(4) == 0;
      int keys = 1 + random.nextInt(10);
      items =
          IntStream.range(0, random.nextInt(60))
              .mapToObj(i -> new Write(random.nextInt(keys), i))
              .toList();
      items.stream()
          .filter(item -> random.nextInt(3) == 0)
          .forEach(item -> bad.add(item.version()));
    }

    private boolean isBad(Write write) {
      return bad.contains(write.version());
    }

    private CompletionStage<BatchReply<Write>> send(List<Write> chunk) {
      BatchReply<Write> reply = reply(chunk);
      CompletableFuture<BatchReply<Write>> stage = new CompletableFuture<>();
      time.schedule(Duration.ofMillis(random.nextInt(50)), () -> stage.complete(reply));
      return stage;
    }

    private BatchReply<Write> reply(List<Write> chunk) {
      if (isolates && chunk.stream().anyMatch(this::isBad)) {
        return BatchReply.invalid("one of them is bad");
      }
      List<Write> rest = chunk.stream().filter(write -> random.nextInt(3) == 0).toList();
      BatchReply<Write> reply = BatchReply.unprocessed(rest);
      for (Write write : chunk) {
        if (!rest.contains(write) && isBad(write)) {
          reply = reply.rejecting(write, "bad");
        } else if (!rest.contains(write)) {
          land(write);
        }
      }
      return reply;
    }

    private void land(Write write) {
      Write before = table.put(write.key(), write);
      assertThat(before == null || before.version() < write.version())
          .as("seed %s: %s after %s", seed, write, before)
          .isTrue();
    }

    void holds(SameKey rule) {
      Batch<Write> batch =
          Batch.ofAsync(
                  Batches.retry(Batches.fourAttempts().maxAttempts(100).build(), time), this::send)
              .keyedBy(Write::key, rule)
              .chunkSize(8)
              .parallelism(8 + random.nextInt(8))
              .linger(Duration.ZERO)
              .withListener(accounts);

      BatchReport<Write> report = time.await(batch.runAsync(items.iterator())).join();

      accounts.agreeWith(report);
      assertThat(accounts.dead).as("seed %s", seed).allMatch(dead -> isBad(dead.item()));
      Map<Integer, Write> last = new HashMap<>();
      items.stream().filter(item -> !isBad(item)).forEach(item -> last.put(item.key(), item));
      assertThat(table).as("seed %s", seed).isEqualTo(last);
    }
  }
}
