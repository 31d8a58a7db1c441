package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** A listener that remembers, by identity, what became of each item, and holds the totals to it. */
final class Accounts<I> implements BatchListener<I> {

  final List<I> done = new ArrayList<>();
  final List<I> superseded = new ArrayList<>();
  final List<I> notAttempted = new ArrayList<>();
  final List<FailedItem<I>> failed = new ArrayList<>();
  private final IdentityHashMap<I, String> fates = new IdentityHashMap<>();

  @Override
  public void itemsDone(List<I> items) {
    items.forEach(item -> note(item, "done"));
    done.addAll(items);
  }

  @Override
  public void itemFailed(FailedItem<I> item) {
    note(item.item(), "failed");
    failed.add(item);
  }

  @Override
  public void itemSuperseded(I item) {
    note(item, "superseded");
    superseded.add(item);
  }

  @Override
  public void itemNotAttempted(I item) {
    note(item, "not attempted");
    notAttempted.add(item);
  }

  private void note(I item, String fate) {
    assertThat(fates.put(item, fate)).as("%s is told twice", item).isNull();
  }

  /** Every item that was read has one fate, and the report's numbers say the same. */
  void agreeWith(BatchReport<I> report) {
    BatchCounts counts = report.counts();
    assertThat(counts.accounted()).isEqualTo(counts.input());
    assertThat(fates).hasSize(Math.toIntExact(counts.input()));
    assertThat(done).hasSize(Math.toIntExact(counts.done()));
    assertThat(superseded).hasSize(Math.toIntExact(counts.superseded()));
    assertThat(failed).hasSize(Math.toIntExact(counts.failed()));
    assertThat(notAttempted).hasSize(Math.toIntExact(counts.notAttempted()));
    assertThat(report.callbackFailure()).isEmpty();
  }

  boolean isDone(I item) {
    return "done".equals(fates.get(item));
  }
}
