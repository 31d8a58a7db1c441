package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.decision.StopReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The snippets of the guide, compiled and run. */
class SnippetsTest {

  record Order(String id, int amount) {}

  /** A service that takes the first half of what it is sent. */
  private static final class Orders {

    private final Map<String, Order> stored = new ConcurrentHashMap<>();

    List<Order> put(List<Order> chunk) {
      int taken = (chunk.size() + 1) / 2;
      chunk.subList(0, taken).forEach(order -> stored.put(order.id(), order));
      return chunk.subList(taken, chunk.size());
    }
  }

  private final Orders service = new Orders();
  private final List<Order> input =
      IntStream.range(0, 500).mapToObj(i -> new Order("order-" + i, i)).toList();

  @Test
  void batches_send() {
    // batches-send
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(8)
            .within(Duration.ofMinutes(10))
            .backoff(
                Backoff.exponential(Duration.ofMillis(50))
                    .cappedAt(Duration.ofSeconds(10))
                    .jitter(Jitter.full()))
            .build();

    Batch<Order> batch =
        Batch.of(policy, (List<Order> chunk) -> BatchReply.unprocessed(service.put(chunk)))
            .chunkSize(25)
            .parallelism(8)
            .keyedBy(Order::id);

    BatchReport<Order> report = batch.run(input);
    if (!report.allDone()) {
      report.failures().forEach(failed -> System.err.println(failed.message()));
    }
    // end
    assertThat(report.counts().done()).isEqualTo(500);
    assertThat(service.stored).hasSize(500);
  }

  @Test
  void batches_pace() {
    Batch<Order> batch =
        Batch.of(RetryPolicy.none(), (List<Order> chunk) -> BatchReply.<Order>allDone());
    // batches-pace
    Batch<Order> following = batch.pacedBy(Pace.adaptive());
    Batch<Order> byCost = batch.pacedBy(Pace.adaptive(), order -> 1 + order.amount() / 1_000);
    Batch<Order> steady = batch.pacedBy(Pace.fixed(5_000));
    // end
    assertThat(List.of(following, byCost, steady))
        .allMatch(paced -> paced.run(input.subList(0, 20)).allDone());
  }

  @Test
  void batches_answers() {
    List<Order> chunk = input.subList(0, 5);
    List<Order> rest = chunk.subList(3, 5);
    Order bad = chunk.get(0);
    // batches-answers
    BatchReply<Order> all = BatchReply.allDone();
    BatchReply<Order> some = BatchReply.unprocessed(rest);
    BatchReply<Order> none = BatchReply.<Order>nothingDone().withHint(Duration.ofSeconds(2));
    BatchReply<Order> refused = BatchReply.<Order>allDone().rejecting(bad, "amount is negative");
    // end
    assertThat(List.of(all, some, none, refused))
        .extracting(BatchReply::leavesRest)
        .containsExactly(false, true, true, false);
  }

  @Test
  void batches_large() {
    List<FailedItem<Order>> deadLetters = new ArrayList<>();
    List<BatchCounts> bar = new ArrayList<>();
    Batch<Order> batch =
        Batch.of(RetryPolicy.none(), chunk -> BatchReply.unprocessed(service.put(chunk)));
    // batches-large
    BatchRun<Order> run =
        batch.onFailed(deadLetters::add).onProgress(bar::add).start(input.iterator());

    BatchReport<Order> report = run.report().join(); // or run.cancel()
    // end
    assertThat(report.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(deadLetters).hasSize((int) report.counts().failed()).isNotEmpty();
    assertThat(bar).last().isEqualTo(report.counts());
  }

  @Test
  void the_guide_shows_these_very_snippets() {
    Path guide = Path.of("..", "docs", "guide", "batches.md");
    List<String> source = lines(Path.of("src/test/java/dev/reprise/batch/SnippetsTest.java"));
    String page = String.join("\n", lines(guide));

    for (String name :
        List.of("batches-send", "batches-pace", "batches-answers", "batches-large")) {
      assertThat(page).contains(snippet(source, name));
    }
  }

  private static String snippet(List<String> source, String name) {
    int start = source.indexOf("    // " + name) + 1;
    int end = start + source.subList(start, source.size()).indexOf("    // end");
    return String.join("\n", source.subList(start, end)).indent(-4).strip();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
