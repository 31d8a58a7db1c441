package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchMetrics;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadItemException;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.batch.report.SendResult;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The snippets of the guide, compiled and run. */
class SnippetsTest {

  record Order(String id, int amount) {}

  /** A service that accepts the first half of each chunk. */
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
      report.deadLetters().forEach(dead -> System.err.println(dead.message()));
    }
    // end
    assertThat(report.counts().done()).isEqualTo(500);
    assertThat(service.stored).hasSize(500);
  }

  @Test
  void batches_slow_sources() {
    Batch<Order> batch =
        Batch.of(RetryPolicy.none(), (List<Order> chunk) -> BatchReply.<Order>allDone());
    // batches-slow-sources
    Batch<Order> patient = batch.linger(Duration.ofSeconds(1));
    Batch<Order> sameThread = batch.readingOn(Runnable::run);
    // end
    assertThat(List.of(patient, sameThread))
        .allMatch(each -> each.run(input.subList(0, 20).iterator()).allDone());
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
        .extracting(BatchReply::leavesUnprocessed)
        .containsExactly(false, true, true, false);
  }

  @Test
  void batches_failures() {
    // batches-failures
    ItemFailure busy = ItemFailure.of(FailureKind.THROTTLED, "429 too many requests");
    ItemFailure lost =
        ItemFailure.of(FailureKind.TIMEOUT, "no answer of shard 3").withEffect(Effect.UNKNOWN);

    BatchReply<Order> mixed =
        BatchReply.<Order>allDone()
            .leavingAt(0, busy)
            .leavingAt(1, lost)
            .rejectingBetween(2, 4, "too old")
            .conflictingAt(4, "409 exists");
    // end
    Batch<Order> once = Batch.of(RetryPolicy.none(), (List<Order> chunk) -> mixed).chunkSize(6);
    assertThat(once.run(input.subList(0, 6)).deadLetters())
        .extracting(DeadLetter::position, DeadLetter::message)
        .containsExactlyInAnyOrder(
            tuple(0L, "429 too many requests"),
            tuple(1L, "no answer of shard 3"),
            tuple(2L, "too old"),
            tuple(3L, "too old"),
            tuple(4L, "409 exists"));
  }

  @Test
  void batches_large() {
    List<DeadLetter<Order>> deadLetters = new ArrayList<>();
    List<BatchCounts> bar = new ArrayList<>();
    Batch<Order> batch =
        Batch.of(RetryPolicy.none(), chunk -> BatchReply.unprocessed(service.put(chunk)));
    // batches-large
    BatchRun<Order> run =
        batch.onDeadLetter(deadLetters::add).onProgress(bar::add).start(input.iterator());

    BatchReport<Order> report = run.report().join(); // or run.cancel()
    // end
    assertThat(report.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(deadLetters).hasSize((int) report.counts().dead()).isNotEmpty();
    assertThat(bar).last().isEqualTo(report.counts());
  }

  /** A queue whose items are acknowledged. */
  private static final class OrderQueue {

    private final Iterator<Order> orders;
    private final Set<Order> acknowledged = ConcurrentHashMap.newKeySet();

    OrderQueue(List<Order> orders) {
      this.orders = orders.iterator();
    }

    boolean hasNext() {
      return orders.hasNext();
    }

    Order next() {
      return orders.next();
    }

    void acknowledge(Order order) {
      acknowledged.add(order);
    }
  }

  @Test
  void batches_push() throws InterruptedException {
    OrderQueue queue = new OrderQueue(input);
    Batch<Order> batch =
        Batch.of(policy, (List<Order> chunk) -> BatchReply.unprocessed(service.put(chunk)));
    // batches-push
    try (BatchSender<Order> sender = batch.sender()) {
      while (queue.hasNext()) {
        Order order = queue.next();
        sender.send(order).thenRun(() -> queue.acknowledge(order));
      }
    }
    // end
    assertThat(queue.acknowledged).hasSize(500);
    assertThat(service.stored).hasSize(500);
  }

  @Test
  void batches_pushed_result() throws InterruptedException {
    Order order = input.get(0);
    Batch<Order> batch =
        Batch.of(policy, (List<Order> chunk) -> BatchReply.<Order>allDone().rejecting(order, "no"));
    BatchSender<Order> sender = batch.sender();
    // batches-pushed-result
    CompletableFuture<SendResult> sent = sender.send(order);
    sent.whenComplete(
        (result, failure) -> {
          if (failure instanceof DeadItemException dead) {
            System.err.println(dead.deadLetter().message());
          }
        });
    // end
    sender.close();
    assertThat(sent).isCompletedExceptionally();
  }

  @Test
  void batches_publisher() {
    SubmissionPublisher<Order> publisher = new SubmissionPublisher<>();
    Batch<Order> batch =
        Batch.of(policy, (List<Order> chunk) -> BatchReply.unprocessed(service.put(chunk)));
    Thread feeding =
        new Thread(
            () -> {
              while (!publisher.hasSubscribers()) {
                Thread.onSpinWait();
              }
              input.forEach(publisher::submit);
              publisher.close();
            });
    feeding.start();
    // batches-publisher
    BatchSender<Order> sender = batch.sender();
    publisher.subscribe(sender.subscriber());
    BatchReport<Order> report = sender.report().join();
    // end
    assertThat(report.counts().done()).isEqualTo(500);
  }

  /** The result that a service returns for one item. */
  record Result(int status, String error) {}

  /** A service with a result for each item; it has no capacity at first, and refuses 13. */
  private static final class Index {

    private int calls;

    List<Result> bulk(List<Order> chunk) {
      calls++;
      return chunk.stream().map(this::result).toList();
    }

    private Result result(Order order) {
      if (order.amount() == 13) {
        return new Result(400, "13 brings bad luck");
      }
      return calls == 1 && order.amount() % 2 == 0 ? new Result(429, "") : new Result(201, "");
    }
  }

  /** A service that refuses a whole chunk because of one item. */
  private static final class Strict {

    BatchReply<Order> put(List<Order> chunk) {
      if (chunk.stream().anyMatch(order -> order.amount() == 13)) {
        throw new IllegalArgumentException("an amount is not valid");
      }
      return BatchReply.allDone();
    }
  }

  private final RetryPolicy policy =
      RetryPolicy.builder().maxAttempts(8).backoff(Backoff.fixed(Duration.ofMillis(1))).build();

  @Test
  void partial_totals_and_metrics() {
    // partial-naming
    Batch<Order> naming =
        Batch.of(policy, (List<Order> chunk) -> BatchReply.unprocessed(service.put(chunk)));
    // end
    // partial-totals
    BatchReport<Order> report = naming.run(input);
    BatchCounts counts = report.counts();
    if (!report.allDone()) {
      throw new IllegalStateException("not everything arrived: " + report);
    }
    // end
    // partial-metrics
    BatchMetrics metrics = new BatchMetrics();
    BatchReport<Order> watched = naming.withListener(metrics.listener()).run(input);
    BatchMetrics.Snapshot now = metrics.snapshot(); // from any thread, at any time
    // end
    assertThat(counts.done()).isEqualTo(500);
    assertThat(now.done()).isEqualTo(watched.counts().done()).isEqualTo(500);
    assertThat(now.retried()).isPositive();
  }

  @Test
  void partial_places() {
    Index index = new Index();
    // partial-places
    BatchOperation<Order> bulk =
        chunk -> {
          BatchReply<Order> reply = BatchReply.allDone();
          List<Result> results = index.bulk(chunk);
          for (int i = 0; i < results.size(); i++) {
            String error = results.get(i).error();
            reply =
                switch (results.get(i).status()) {
                  case 200, 201 -> reply;
                  case 429 -> reply.leavingAt(i, ItemFailure.of(FailureKind.THROTTLED, error));
                  case 503 -> reply.leavingAt(i, ItemFailure.of(FailureKind.TRANSIENT, error));
                  case 409 -> reply.conflictingAt(i, error); // for operations that only create
                  default -> reply.rejectingAt(i, error);
                };
          }
          return reply;
        };
    // end
    BatchReport<Order> report = Batch.of(policy, bulk).parallelism(1).run(input);
    assertThat(report.counts().done()).isEqualTo(499);
    assertThat(report.counts().itemsRetried()).isEqualTo(13);
    assertThat(report.deadLetters())
        .singleElement()
        .matches(dead -> dead.message().equals("13 brings bad luck"));
  }

  @Test
  void partial_isolating() {
    Strict strict = new Strict();
    // partial-isolating
    Batch<Order> isolating =
        Batch.of(policy, (List<Order> chunk) -> strict.put(chunk))
            .isolating(failure -> failure instanceof IllegalArgumentException);
    // end
    BatchReport<Order> report = isolating.run(input);
    assertThat(report.counts().done()).isEqualTo(499);
    assertThat(report.deadLetters())
        .singleElement()
        .matches(dead -> dead.error() instanceof IllegalArgumentException)
        .matches(dead -> dead.item().amount() == 13);
  }

  @Test
  void the_guide_contains_these_snippets() {
    shows(
        "batches.md",
        "batches-send",
        "batches-slow-sources",
        "batches-pace",
        "batches-answers",
        "batches-failures",
        "batches-large",
        "batches-push",
        "batches-pushed-result",
        "batches-publisher");
    shows(
        "partial-failure.md",
        "partial-naming",
        "partial-totals",
        "partial-metrics",
        "partial-places",
        "partial-isolating");
  }

  private static void shows(String guide, String... names) {
    List<String> source = lines(Path.of("src/test/java/dev/reprise/batch/SnippetsTest.java"));
    String page = String.join("\n", lines(Path.of("..", "docs", "guide", guide)));
    for (String name : names) {
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
