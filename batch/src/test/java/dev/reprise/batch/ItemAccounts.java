package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.report.BatchCall;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** A listener that records, by identity, the result of each item, and checks the totals. */
final class ItemAccounts<I> implements BatchListener<I> {

  final List<I> done = new ArrayList<>();
  final List<I> doneBefore = new ArrayList<>();
  final List<I> superseded = new ArrayList<>();
  final List<I> notAttempted = new ArrayList<>();
  final List<DeadLetter<I>> dead = new ArrayList<>();
  private final List<String> wrongs = new ArrayList<>();
  private long calls;
  private long sent;
  private boolean ended;
  private final IdentityHashMap<I, String> fates = new IdentityHashMap<>();

  @Override
  public void itemsDone(List<I> items) {
    items.forEach(item -> note(item, "done"));
    done.addAll(items);
  }

  @Override
  public void itemDoneBefore(I item) {
    note(item, "done before");
    doneBefore.add(item);
  }

  @Override
  public void itemDead(DeadLetter<I> item) {
    note(item.item(), "dead");
    dead.add(item);
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

  @Override
  public void callEnded(BatchCall call) {
    calls++;
    sent += call.items();
    if (call.items() != call.done() + call.unprocessed() + call.dead()) {
      wrongs.add("does not add up: " + call);
    }
    late();
  }

  @Override
  public void progressed(BatchCounts counts) {
    late();
  }

  @Override
  public void ended(BatchReport<I> report) {
    late();
    ended = true;
  }

  private void note(I item, String fate) {
    String before = fates.put(item, fate);
    if (before != null) {
      wrongs.add(item + " is reported twice: " + before + ", " + fate);
    }
    late();
  }

  private void late() {
    if (ended) {
      wrongs.add("reported after the end");
    }
  }

  /** Checks that every read item has one result, and that the numbers of the report agree. */
  void agreeWith(BatchReport<I> report) {
    assertThat(report.callbackFailure()).isEmpty();
    agreeBesideOthers(report);
  }

  /** Checks as {@link #agreeWith}, if other listeners may throw. */
  void agreeBesideOthers(BatchReport<I> report) {
    assertThat(wrongs).isEmpty();
    BatchCounts counts = report.counts();
    assertThat(counts.accounted()).isEqualTo(counts.input());
    assertThat(fates).hasSize(Math.toIntExact(counts.input()));
    assertThat(done).hasSize(Math.toIntExact(counts.done()));
    assertThat(doneBefore).hasSize(Math.toIntExact(counts.doneBefore()));
    assertThat(superseded).hasSize(Math.toIntExact(counts.superseded()));
    assertThat(dead).hasSize(Math.toIntExact(counts.dead()));
    assertThat(notAttempted).hasSize(Math.toIntExact(counts.notAttempted()));
    assertThat(calls).isEqualTo(counts.calls());
    assertThat(sent).isEqualTo(counts.attempts());
    assertThat(ended).isTrue();
  }

  boolean isDone(I item) {
    return "done".equals(fates.get(item));
  }
}
