package dev.reprise.batch.internal.queue;

import dev.reprise.batch.journal.JournaledItem;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An item that was read and is not accounted for yet. Used by the coordinator alone. */
public final class Entry<I> {

  private Content<I> content;
  private final @Nullable Object group;
  private @Nullable KeyQueue<I> line;
  private boolean queued;
  private @Nullable Deque<Entry<I>> replaced;
  private @Nullable List<JournaledItem> superseded;

  /** The item, and what happened to it so far. */
  private static final class Content<I> {

    final I item;
    final long position;
    final long weight;
    final long cost;
    Progress progress;
    int sends;
    int left;
    int stalled;
    PassedOver passedOver = PassedOver.NEVER;
    @Nullable Throwable error;
    String message = "not sent";
    FailureKind kind = FailureKind.OTHER;
    boolean mayBeDone;
    @Nullable JournaledItem mark;

    Content(I item, long position, long weight, long cost, Progress progress) {
      this.item = item;
      this.position = position;
      this.weight = weight;
      this.cost = cost;
      this.progress = progress;
    }
  }

  public Entry(
      I item, long position, long weight, long cost, @Nullable Object group, Progress progress) {
    content = new Content<>(item, position, weight, cost, progress);
    this.group = group;
  }

  /**
   * Replaces the item by the item of a later entry of the same group, which then holds the replaced
   * item, and is kept.
   */
  void replaceWith(Entry<I> later) {
    exchange(later);
    Deque<Entry<I>> kept = replaced == null ? new ArrayDeque<>(2) : replaced;
    kept.addLast(later);
    if (later.replaced != null) {
      kept.addAll(later.replaced);
      later.replaced = null;
    }
    replaced = kept;
    if (later.superseded != null) {
      marks().addAll(later.superseded);
      later.superseded = null;
    }
  }

  private void exchange(Entry<I> other) {
    Content<I> own = content;
    content = other.content;
    other.content = own;
  }

  /**
   * Takes back the item that was replaced last. Returns an entry with the current item, or null if
   * no item is kept.
   */
  @Nullable Entry<I> takeBack() {
    Entry<I> last = replaced == null ? null : replaced.pollLast();
    if (last != null) {
      exchange(last);
    }
    return last;
  }

  /** Removes the oldest replaced item for good, and returns it; null if no item is kept. */
  @Nullable I supersedeOldest() {
    Entry<I> oldest = replaced == null ? null : replaced.pollFirst();
    if (oldest == null) {
      return null;
    }
    JournaledItem mark = oldest.mark();
    if (mark != null) {
      marks().add(mark);
    }
    return oldest.item();
  }

  private List<JournaledItem> marks() {
    if (superseded == null) {
      superseded = new ArrayList<>(1);
    }
    return superseded;
  }

  /** Sets the record of the item in the journal. */
  public void markedBy(@Nullable JournaledItem journalMark) {
    content.mark = journalMark;
  }

  /** Returns the record of the item in the journal; null without a journal. */
  public @Nullable JournaledItem mark() {
    return content.mark;
  }

  /** Returns the records of the items that this one has superseded, for the journal. */
  public List<JournaledItem> superseded() {
    return superseded == null ? List.of() : superseded;
  }

  /** Records the start of an attempt, with the progress of its chunk. */
  void started(Progress begun) {
    content.progress = begun;
    content.sends++;
  }

  /** Reverts the start of an attempt that did not happen. */
  public void neverStarted() {
    content.sends--;
  }

  /**
   * Records the end of an attempt that left this item unprocessed. An attempt that advanced the
   * chunk counts as the first, unless other items pass this one over so often that the reason is
   * probably the item: then every attempt counts.
   *
   * @param rivals the items of the call; null if it advanced none
   */
  void finished(long durationNanos, PassedOver.@Nullable Rivals rivals) {
    Content<I> its = content;
    its.left++;
    its.stalled++;
    if (rivals != null) {
      its.passedOver = its.passedOver.again(rivals.share(isPassedOver()));
      its.stalled = 1;
    }
    if (isPassedOver()) {
      its.progress = counting(its.left, its.progress);
    } else if (rivals != null) {
      its.progress = counting(1, its.progress.afterAdvance());
    }
    its.progress = its.progress.attemptFinished(durationNanos);
  }

  /** Returns the progress with another number of attempts, the last of them in flight. */
  private static Progress counting(int attempts, Progress of) {
    return new Progress(
        attempts,
        attempts - 1,
        of.startNanos(),
        of.lastStartNanos(),
        of.countedSinceNanos(),
        of.previousDelayNanos(),
        of.lastAttemptNanos(),
        of.notBeforeNanos(),
        of.reportMark(),
        of.failures());
  }

  /**
   * Returns whether calls have accepted others and left this item so often that the reason is
   * probably the item.
   */
  public boolean isPassedOver() {
    return content.passedOver.isUnlikely();
  }

  /**
   * Returns whether a lack of capacity for all items can still be the reason that this one was
   * passed over.
   */
  public boolean mayBeThrottled() {
    return !content.passedOver.isImpossible();
  }

  /** Returns the progress that counts only attempts since the last one that advanced a chunk. */
  public Progress sinceAdvance() {
    Progress own = content.progress;
    return isPassedOver()
        ? counting(content.stalled, own.afterAdvance()).attemptFinished(own.lastAttemptNanos())
        : own;
  }

  /** Restarts the count of attempts, after the service has inspected the chunk and refused it. */
  public void startsOver() {
    content.progress = content.progress.afterAdvance();
    content.stalled = 0;
  }

  public void goesOnWith(Progress next) {
    content.progress = next;
  }

  /** Records the reason why the last call did not complete this item. */
  public void failedWith(@Nullable Throwable failure, String words) {
    content.error = failure;
    content.message = words;
    content.kind = FailureKind.OTHER;
  }

  /** Records the policy's verdict on the last call. */
  public void judged(Verdict verdict) {
    content.kind = verdict.kind();
    content.mayBeDone |= verdict.effect() != Effect.NONE;
  }

  /** Returns whether an attempt that ended with unknown effect may have completed this item. */
  public boolean mayBeDone() {
    return content.mayBeDone;
  }

  public I item() {
    return content.item;
  }

  public long position() {
    return content.position;
  }

  long weight() {
    return content.weight;
  }

  /** Returns the cost in units of the rate. */
  long cost() {
    return content.cost;
  }

  /** Returns the group; a call has entries of one group only. */
  @Nullable Object group() {
    return group;
  }

  boolean isOfGroup(Entry<I> other) {
    return Objects.equals(group, other.group);
  }

  public Progress progress() {
    return content.progress;
  }

  public int sends() {
    return content.sends;
  }

  public @Nullable Throwable error() {
    return content.error;
  }

  public String message() {
    return content.message;
  }

  /** Returns the kind of the last failure. */
  public FailureKind kind() {
    return content.kind;
  }

  public @Nullable KeyQueue<I> line() {
    return line;
  }

  /** Returns whether the entry is in the ready queue. */
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
