package dev.reprise.batch;

import dev.reprise.batch.journal.Mark;
import dev.reprise.decision.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An item that was read and is not accounted for yet. Used by the coordinator alone. */
final class Entry<I> {

  private I item;
  private long position;
  private long weight;
  private long cost;
  private final @Nullable Object group;
  private Progress progress;
  private int sends;
  private @Nullable Throwable error;
  private String message = "not sent";
  private @Nullable KeyLine<I> line;
  private boolean queued;
  private @Nullable Mark mark;
  private @Nullable List<Mark> gaveWay;

  Entry(I item, long position, long weight, long cost, @Nullable Object group, Progress progress) {
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

  private void remember(Mark given, Entry<I> later) {
    if (gaveWay == null) {
      gaveWay = new ArrayList<>(1);
    }
    gaveWay.add(given);
    gaveWay.addAll(later.gaveWay());
  }

  /** What the journal takes it down by. */
  void markedBy(@Nullable Mark journalMark) {
    mark = journalMark;
  }

  /** What the journal takes it down by; null without a journal. */
  @Nullable Mark mark() {
    return mark;
  }

  /** Those that gave way to this one, for the journal. */
  List<Mark> gaveWay() {
    return gaveWay == null ? List.of() : gaveWay;
  }

  /** Another attempt, of which the progress is as its chunk says. */
  void started(Progress begun) {
    progress = begun;
    sends++;
  }

  /** The call that was to send it never began. */
  void neverStarted() {
    sends--;
  }

  /** An attempt that left this item over; one that advanced the chunk counts as the first. */
  void finished(long lengthNanos, boolean advanced) {
    if (advanced) {
      progress =
          progress.afterAdvance().attemptStarted(progress.startNanos(), progress.reportMark());
    }
    progress = progress.attemptFinished(lengthNanos);
  }

  /** The service has looked at its chunk and refused it: its attempts count from the beginning. */
  void startsOver() {
    progress = progress.afterAdvance();
  }

  void goesOnWith(Progress next) {
    progress = next;
  }

  void failedWith(@Nullable Throwable failure, String words) {
    error = failure;
    message = words;
  }

  I item() {
    return item;
  }

  long position() {
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

  Progress progress() {
    return progress;
  }

  int sends() {
    return sends;
  }

  @Nullable Throwable error() {
    return error;
  }

  String message() {
    return message;
  }

  @Nullable KeyLine<I> line() {
    return line;
  }

  /** Whether it is in the ready queue. */
  boolean isQueued() {
    return queued;
  }

  void queued(boolean inQueue) {
    queued = inQueue;
  }

  void standsIn(KeyLine<I> keyLine) {
    line = keyLine;
  }
}
