package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.journal.Fingerprint;
import dev.reprise.batch.journal.InputChangedException;
import dev.reprise.batch.journal.JournalView;
import dev.reprise.batch.journal.SyncPolicy;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of the guide to resuming, compiled and run. */
class JournalSnippetsTest {

  record Order(String id, int amount) {}

  /** A service that accepts every item. */
  private static final class Orders {

    private final List<Order> stored = new ArrayList<>();

    synchronized List<Order> put(List<Order> chunk) {
      stored.addAll(chunk);
      return List.of();
    }
  }

  @TempDir Path folder;
  private final Orders service = new Orders();
  private final RetryPolicy policy =
      RetryPolicy.builder().backoff(Backoff.fixed(Duration.ofMillis(1))).build();

  private static List<Order> orders(int amount) {
    return IntStream.range(0, 100).mapToObj(i -> new Order("order-" + i, amount)).toList();
  }

  private BatchReport<Order> run(List<Order> input) {
    BatchJournal journal =
        BatchJournal.in(folder.resolve("orders.journal"))
            .describing("orders.ndjson into the service of orders");

    Batch<Order> batch =
        Batch.of(policy, (List<Order> chunk) -> BatchReply.unprocessed(service.put(chunk)))
            .keyedBy(Order::id)
            .journaledIn(
                journal, order -> new Fingerprint().add(order.id()).add(order.amount()).value());

    BatchReport<Order> report = batch.run(input);
    return report;
  }

  @Test
  void resuming_sends_items_that_are_not_recorded() {
    run(orders(1).subList(0, 60));
    BatchReport<Order> report = run(orders(1));
    assertThat(report.allDone()).isTrue();
    assertThat(report.counts().doneBefore()).isEqualTo(60);
    assertThat(service.stored).hasSize(100).doesNotHaveDuplicates();
  }

  @Test
  void resuming_reports_a_changed_input() {
    run(orders(1));
    BatchReport<Order> report = run(orders(2));
    report
        .journalFailure()
        .ifPresent(
            failure -> {
              if (failure instanceof InputChangedException change) {
                System.err.println("look at items " + change.from() + " to " + change.to());
              } else {
                System.err.println(failure.getMessage());
              }
            });
    assertThat(report.journalFailure()).containsInstanceOf(InputChangedException.class);
    assertThat(service.stored).hasSize(100);
  }

  @Test
  void resuming_shows_a_journal() throws IOException {
    run(orders(1));
    BatchJournal journal = BatchJournal.in(folder.resolve("orders.journal"));
    BatchJournal careful = journal.syncedBy(SyncPolicy.everyChunk());
    BatchJournal usual = journal.syncedBy(SyncPolicy.every(Duration.ofSeconds(1)));
    BatchJournal quick = journal.syncedBy(SyncPolicy.never());
    assertThat(List.of(careful, usual, quick))
        .extracting(BatchJournal::file)
        .containsOnly(journal.file());

    JournalView view = BatchJournal.inspect(journal.file());
    System.out.println(
        view.settled() + " items need not be sent; " + view.tornBytes() + " torn bytes");
    assertThat(view.settled()).isEqualTo(100);
  }
}
