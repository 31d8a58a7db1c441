package dev.reprise.batch.internal.queue;

import dev.reprise.batch.journal.JournaledItem;
import dev.reprise.decision.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An item that was read and is not accounted for yet. Used by the coordinator alone. */
public final class Entry<I> {

  private I item;
  private long position;
  private long weight;
  private long cost;
  private final @Nullable Object group;
  private Progress progress;
  private int sends;
  private @Nullable Throwable error;
  private String message = "not sent";
  private @Nullable KeyQueue<I> line;
  private boolean queued;
  private @Nullable JournaledItem mark;
  private @Nullable List<JournaledItem> gaveWay;

  public Entry(
      I item, long position, long weight, long cost, @Nullable Object group, Progress progress) {
    this.item = item;
    this.position = position;
    this.weight = weight;
    this.cost = cost;
    this.group = group;
    this.progress = progress;
  }

  /**
   * Takes the item of a later entry of its group, in this one's place; answers with the item that
   * gives way.
   */
  I replaceWith(Entry<I> later) {
    I earlier = item;
    if (mark != null) {
      remember(mark, later);
      mark = later.mark;
    }
    item = later.item;
    position = later.position;
    weight = later.weight;
    cost = later.cost;
    progress = later.progress;
    sends = later.sends;
    error = later.error;
    message = later.message;
    return earlier;
  }

  private void remember(JournaledItem given, Entry<I> later) {
    if (gaveWay == null) {
      gaveWay = new ArrayList<>(1);
    }
    gaveWay.add(given);
    gaveWay.addAll(later.gaveWay());
  }

  /** What the journal takes it down by. */
  public void markedBy(@Nullable JournaledItem journalMark) {
    mark = journalMark;
  }

  /** What the journal takes it down by; null without a journal. */
  public @Nullable JournaledItem mark() {
    return mark;
  }

  /** Those that gave way to this one, for the journal. */
  public List<JournaledItem> gaveWay() {
    return gaveWay == null ? List.of() : gaveWay;
  }

  /** Another attempt, of which the progress is as its chunk says. */
  void started(Progress begun) {
    progress = begun;
    sends++;
  }

  /** The call that was to send it never began. */
  public void neverStarted() {
    sends--;
  }

  /** An attempt that left this item over; one that advanced the chunk counts as the first. */
  public void finished(long durationNanos, boolean advanced) {
    if (advanced) {
      progress =
          progress.afterAdvance().attemptStarted(progress.startNanos(), progress.reportMark());
    }
    progress = progress.attemptFinished(durationNanos);
  }

  /** The service has looked at its chunk and refused it: its attempts count from the beginning. */
  public void startsOver() {
    progress = progress.afterAdvance();
  }

  public void goesOnWith(Progress next) {
    progress = next;
  }

  public void failedWith(@Nullable Throwable failure, String words) {
    error = failure;
    message = words;
  }

  public I item() {
    return item;
  }

  public long position() {
    return position;
  }

  long weight() {
    return weight;
  }

  /** What it takes of the rate. */
  long cost() {
    return cost;
  }

  /** Shares no call with entries of another group. */
  @Nullable Object group() {
    return group;
  }

  boolean isOfGroup(Entry<I> other) {
    return Objects.equals(group, other.group);
  }

  public Progress progress() {
    return progress;
  }

  public int sends() {
    return sends;
  }

  public @Nullable Throwable error() {
    return error;
  }

  public String message() {
    return message;
  }

  public @Nullable KeyQueue<I> line() {
    return line;
  }

  /** Whether it is in the ready queue. */
  public boolean isQueued() {
    return queued;
  }

  void queued(boolean inQueue) {
    queued = inQueue;
  }

  void standsIn(KeyQueue<I> keyLine) {
    line = keyLine;
  }
}
