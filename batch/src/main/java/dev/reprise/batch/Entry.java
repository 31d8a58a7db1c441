package dev.reprise.batch;

import dev.reprise.decision.Progress;
import org.jspecify.annotations.Nullable;

/** An item that was read and is not accounted for yet. Used by the coordinator alone. */
final class Entry<I> {

  private I item;
  private long position;
  private long weight;
  private long cost;
  private Progress progress;
  private int sends;
  private @Nullable Throwable error;
  private String message = "not sent";
  private @Nullable KeyLine<I> line;
  private boolean queued;

  Entry(I item, long position, long weight, long cost, Progress progress) {
    this.item = item;
    this.position = position;
    this.weight = weight;
    this.cost = cost;
    this.progress = progress;
  }

  /** Takes the item of a later entry, in this one's place; answers with the item that gives way. */
  I replaceWith(Entry<I> later) {
    I earlier = item;
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
