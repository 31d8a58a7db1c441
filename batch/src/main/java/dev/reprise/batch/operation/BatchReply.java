package dev.reprise.batch.operation;

import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of one chunk: every item is done, except the unprocessed items, which are sent again,
 * and the refused items, which are not. Alternatively, the service refused the whole chunk because
 * of an item that it did not name. Immutable.
 *
 * <pre>{@code
 * BatchReply<Order> all = BatchReply.allDone();
 * BatchReply<Order> some = BatchReply.unprocessed(rest);
 * BatchReply<Order> none = BatchReply.<Order>nothingDone().withHint(Duration.ofSeconds(2));
 * BatchReply<Order> refused = BatchReply.<Order>allDone().rejecting(bad, "amount is negative");
 * }</pre>
 *
 * <p>Items are named by the instances that were in the chunk, never by {@code equals}, or by their
 * position in it. A reply that names any other item, or one position twice, causes an {@link
 * InvalidReplyException}.
 *
 * <p>An unprocessed item may have an {@link ItemFailure} of its own; otherwise it has that of the
 * reply, which is of kind throttled and without effect by default. The policy decides on items of
 * different kinds separately.
 *
 * @param <I> type of the items
 */
public final class BatchReply<I> {

  private static final BatchReply<?> ALL_DONE = new BatchReply<>(false);
  private static final BatchReply<?> NOTHING_DONE = new BatchReply<>(true);

  /** Result of an item that a reply names. */
  public enum Result {
    /** The item is sent again if the policy allows it. */
    UNPROCESSED,
    /** The service refused the item permanently. */
    REFUSED,
    /** The service reported that the item exists: done if an earlier attempt may have done it. */
    CONFLICT
  }

  /**
   * Items that a reply names, by their positions or by an instance. Immutable.
   *
   * @param item the instance from the chunk; null if the items are named by their positions
   * @param position the first position in the chunk, counted from 0; -1 for an instance
   * @param count the number of successive positions, at least 0; 1 for an instance
   * @param result the result of these items
   * @param failure the failure of these items; null for that of the reply
   * @param <I> type of the items
   */
  public record Named<I>(
      @Nullable I item, int position, int count, Result result, @Nullable ItemFailure failure) {

    private static <I> Named<I> of(I item, Result result, @Nullable ItemFailure failure) {
      return new Named<>(Objects.requireNonNull(item, "item"), -1, 1, result, failure);
    }

    private static <I> Named<I> at(int position, Result result, @Nullable ItemFailure failure) {
      return new Named<>(null, position, 1, result, failure);
    }

    private static <I> Named<I> between(
        int from, int to, Result result, @Nullable ItemFailure failure) {
      if (from < 0) {
        throw new IllegalArgumentException("from must be at least 0, but was " + from);
      }
      if (to < from) {
        throw new IllegalArgumentException("to must be at least from " + from + ", but was " + to);
      }
      return new Named<>(null, from, to - from, result, failure);
    }
  }

  private final Names<I> named;
  private final boolean nothingDone;
  private final boolean invalid;
  private final ItemFailure failure;
  private final @Nullable Duration hint;

  /**
   * The items that a reply names, as those of an earlier reply and the ones that were added: so
   * that adding item by item takes linear time.
   */
  private record Names<I>(@Nullable Names<I> earlier, List<Named<I>> added, int size) {

    static <I> Names<I> none() {
      return new Names<>(null, List.of(), 0);
    }

    Names<I> and(List<Named<I>> more) {
      return new Names<>(this, List.copyOf(more), size + more.size());
    }

    List<Named<I>> all() {
      if (earlier == null) {
        return added;
      }
      Deque<List<Named<I>>> parts = new ArrayDeque<>();
      for (Names<I> part = this; part != null; part = part.earlier) {
        parts.push(part.added);
      }
      List<Named<I>> all = new ArrayList<>(size);
      parts.forEach(all::addAll);
      return Collections.unmodifiableList(all);
    }
  }

  private BatchReply(
      Names<I> named,
      boolean nothingDone,
      boolean invalid,
      ItemFailure failure,
      @Nullable Duration hint) {
    this.named = named;
    this.nothingDone = nothingDone;
    this.invalid = invalid;
    this.failure = failure;
    this.hint = hint;
  }

  private BatchReply(boolean nothingDone) {
    this(Names.none(), nothingDone, false, ItemFailure.UNPROCESSED, null);
  }

  /**
   * Creates a reply in which the whole chunk is done.
   *
   * @param <I> type of the items
   * @return the reply
   */
  @SuppressWarnings("unchecked") // it names no item
  public static <I> BatchReply<I> allDone() {
    return (BatchReply<I>) ALL_DONE;
  }

  /**
   * Creates a reply in which no item of the chunk is done; all are sent again.
   *
   * @param <I> type of the items
   * @return the reply, of kind throttled until {@link #withKind} sets a different one
   */
  @SuppressWarnings("unchecked") // it names no item
  public static <I> BatchReply<I> nothingDone() {
    return (BatchReply<I>) NOTHING_DONE;
  }

  /**
   * Creates a reply in which no item of the chunk is done, because the service refused the chunk
   * for its contents and did not name the bad item. The chunk is halved, and each half is sent at
   * once in a separate call, until each bad item is alone in a call. The bad items are dead; the
   * others are accepted.
   *
   * <p>Halving is not decided by the policy and uses up no attempts. For <i>k</i> bad items among
   * <i>n</i> in chunks of <i>c</i> it takes at most <i>2 k ⌈log₂ c⌉</i> additional calls.
   *
   * @param message the message of the service, which becomes the message of the dead letter; made
   *     one line
   * @param <I> type of the items
   * @return the reply; it names no item. An error of its {@linkplain #withFailure failure} becomes
   *     the error of the dead letter
   */
  public static <I> BatchReply<I> invalid(String message) {
    ItemFailure refusal = ItemFailure.of(FailureKind.OTHER, message);
    return new BatchReply<>(Names.none(), true, true, refusal, null);
  }

  /**
   * Creates a reply in which all items are done except the given ones, which are sent again.
   *
   * @param rest instances from the chunk; empty if all items are done
   * @param <I> type of the items
   * @return the reply, of kind throttled until {@link #withKind} sets a different one
   */
  public static <I> BatchReply<I> unprocessed(Collection<? extends I> rest) {
    List<Named<I>> named = new ArrayList<>(rest.size());
    rest.forEach(item -> named.add(Named.of(item, Result.UNPROCESSED, null)));
    return BatchReply.<I>allDone().naming(named);
  }

  /**
   * Creates a reply in which all items are done except those at the given positions, which are sent
   * again.
   *
   * @param positions positions in the chunk, counted from 0; empty if all items are done
   * @param <I> type of the items
   * @return the reply, of kind throttled until {@link #withKind} sets a different one
   */
  public static <I> BatchReply<I> unprocessedAt(Collection<Integer> positions) {
    List<Named<I>> named = new ArrayList<>(positions.size());
    positions.forEach(position -> named.add(Named.at(position, Result.UNPROCESSED, null)));
    return BatchReply.<I>allDone().naming(named);
  }

  /**
   * Creates a reply in which all items are done except those in a range of positions, which are
   * sent again.
   *
   * @param from the first position in the chunk, counted from 0
   * @param to the position after the last one, at least {@code from}; if both are equal, all items
   *     are done
   * @param <I> type of the items
   * @return the reply, of kind throttled until {@link #withKind} sets a different one
   * @throws IllegalArgumentException if {@code from} is negative, or {@code to} is less than {@code
   *     from}
   */
  public static <I> BatchReply<I> unprocessedBetween(int from, int to) {
    return BatchReply.<I>allDone().naming(Named.between(from, to, Result.UNPROCESSED, null));
  }

  /**
   * Adds an unprocessed item with a failure of its own. It is sent again if the policy allows it;
   * the results of other items do not change.
   *
   * @param item an instance from the chunk
   * @param failure the failure of this item, in place of that of the reply
   * @return a copy that leaves this item unprocessed too
   * @throws IllegalStateException if this reply is {@link #invalid}
   */
  public BatchReply<I> leaving(I item, ItemFailure failure) {
    Objects.requireNonNull(failure, "failure");
    return naming(Named.of(item, Result.UNPROCESSED, failure));
  }

  /**
   * Adds an unprocessed item with a failure of its own, named by its position.
   *
   * @param position position in the chunk, counted from 0
   * @param failure the failure of this item, in place of that of the reply
   * @return a copy that leaves this item unprocessed too
   * @throws IllegalStateException if this reply is {@link #invalid}
   */
  public BatchReply<I> leavingAt(int position, ItemFailure failure) {
    Objects.requireNonNull(failure, "failure");
    return naming(Named.at(position, Result.UNPROCESSED, failure));
  }

  /**
   * Adds a range of unprocessed items with a failure of their own.
   *
   * @param from the first position in the chunk, counted from 0
   * @param to the position after the last one, at least {@code from}; if both are equal, the range
   *     is empty
   * @param failure the failure of these items, in place of that of the reply
   * @return a copy that leaves these items unprocessed too
   * @throws IllegalArgumentException if {@code from} is negative, or {@code to} is less than {@code
   *     from}
   * @throws IllegalStateException if this reply is {@link #invalid}
   */
  public BatchReply<I> leavingBetween(int from, int to, ItemFailure failure) {
    Objects.requireNonNull(failure, "failure");
    return naming(Named.between(from, to, Result.UNPROCESSED, failure));
  }

  /**
   * Adds items that the service refuses permanently. They count as dead; the results of other items
   * do not change.
   *
   * @param reasons the reason for each instance from the chunk, in the words of the service; read
   *     entry by entry, so an identity map works
   * @return a copy that refuses these items too
   * @throws IllegalStateException if this reply is {@link #invalid}
   */
  public BatchReply<I> rejecting(Map<? extends I, String> reasons) {
    List<Named<I>> more = new ArrayList<>(reasons.size());
    reasons.forEach((item, why) -> more.add(Named.of(item, Result.REFUSED, refusal(why))));
    return naming(more);
  }

  /**
   * Adds an item that the service refuses permanently. It counts as dead; the results of other
   * items do not change.
   *
   * @param item an instance from the chunk
   * @param reason the reason, in the words of the service; made one line
   * @return a copy that refuses this item too
   * @throws IllegalStateException if this reply is {@link #invalid}
   */
  public BatchReply<I> rejecting(I item, String reason) {
    return naming(Named.of(item, Result.REFUSED, refusal(reason)));
  }

  /**
   * Adds an item that the service refuses permanently, named by its position.
   *
   * @param position position in the chunk, counted from 0
   * @param reason the reason, in the words of the service; made one line
   * @return a copy that refuses this item too
   * @throws IllegalStateException if this reply is {@link #invalid}
   */
  public BatchReply<I> rejectingAt(int position, String reason) {
    return naming(Named.at(position, Result.REFUSED, refusal(reason)));
  }

  /**
   * Adds an item that the service refuses permanently, named by its position, with the exception
   * that reports the refusal. The policy does not decide on the exception.
   *
   * @param position position in the chunk, counted from 0
   * @param reason the reason, which becomes the message of the dead letter; made one line
   * @param error becomes the error of the dead letter
   * @return a copy that refuses this item too
   * @throws IllegalStateException if this reply is {@link #invalid}
   */
  public BatchReply<I> rejectingAt(int position, String reason, Throwable error) {
    return naming(Named.at(position, Result.REFUSED, refusal(reason).withError(error)));
  }

  /**
   * Adds a range of items that the service refuses permanently, such as those that are too old.
   *
   * @param from the first position in the chunk, counted from 0
   * @param to the position after the last one, at least {@code from}; if both are equal, the range
   *     is empty
   * @param reason the reason, in the words of the service; made one line
   * @return a copy that refuses these items too
   * @throws IllegalArgumentException if {@code from} is negative, or {@code to} is less than {@code
   *     from}
   * @throws IllegalStateException if this reply is {@link #invalid}
   */
  public BatchReply<I> rejectingBetween(int from, int to, String reason) {
    return naming(Named.between(from, to, Result.REFUSED, refusal(reason)));
  }

  /**
   * Adds an item that the service did not create because it exists: a status 409, a failed
   * condition, a duplicate key. If an earlier attempt of this item ended with unknown effect in
   * this run, such as a timeout, that attempt has most likely created it, and the item is done.
   * Otherwise the item is refused, as by {@link #rejecting(Object, String)}.
   *
   * <p>For operations that only create. If the service returns the existing item, compare it first,
   * and name the item here only if it is equal.
   *
   * @param item an instance from the chunk
   * @param reason the reason, in the words of the service; made one line
   * @return a copy with this conflict too
   * @throws IllegalStateException if this reply is {@link #invalid}
   */
  public BatchReply<I> conflicting(I item, String reason) {
    return naming(Named.of(item, Result.CONFLICT, refusal(reason)));
  }

  /**
   * Adds an item that the service did not create because it exists, as {@link #conflicting}, named
   * by its position.
   *
   * @param position position in the chunk, counted from 0
   * @param reason the reason, in the words of the service; made one line
   * @return a copy with this conflict too
   * @throws IllegalStateException if this reply is {@link #invalid}
   */
  public BatchReply<I> conflictingAt(int position, String reason) {
    return naming(Named.at(position, Result.CONFLICT, refusal(reason)));
  }

  /**
   * Adds an item that the service did not create because it exists, as {@link #conflicting}, named
   * by its position, with the exception that reports the conflict.
   *
   * @param position position in the chunk, counted from 0
   * @param reason the reason, which becomes the message of the dead letter; made one line
   * @param error becomes the error of the dead letter
   * @return a copy with this conflict too
   * @throws IllegalStateException if this reply is {@link #invalid}
   */
  public BatchReply<I> conflictingAt(int position, String reason, Throwable error) {
    return naming(Named.at(position, Result.CONFLICT, refusal(reason).withError(error)));
  }

  /**
   * Sets the minimum wait that the service requests: unprocessed items are not sent before it has
   * passed. None by default.
   *
   * @param wait the minimum wait from now; a negative wait counts as zero
   * @return a copy with this hint in place of an earlier one
   */
  public BatchReply<I> withHint(Duration wait) {
    Objects.requireNonNull(wait, "wait");
    return new BatchReply<>(named, nothingDone, invalid, failure, wait);
  }

  /**
   * Sets the kind of failure that left items unprocessed. Default {@link FailureKind#THROTTLED}.
   *
   * @param kind the kind, for items without a failure of their own
   * @return a copy with this kind
   */
  public BatchReply<I> withKind(FailureKind kind) {
    return withFailure(failure.withKind(kind));
  }

  /**
   * Sets the reason for unprocessed items. Dead letters of items that are given up later show it.
   *
   * @param message the reason, in the words of the service, for items without a failure of their
   *     own; made one line
   * @return a copy with this message
   */
  public BatchReply<I> withMessage(String message) {
    return withFailure(failure.withMessage(message));
  }

  /**
   * Sets kind, effect, message and error for unprocessed items without a failure of their own.
   *
   * @param failure the failure
   * @return a copy with this failure in place of an earlier one
   */
  public BatchReply<I> withFailure(ItemFailure failure) {
    Objects.requireNonNull(failure, "failure");
    return new BatchReply<>(named, nothingDone, invalid, failure, hint);
  }

  private BatchReply<I> naming(Named<I> more) {
    return naming(more.count() == 0 ? List.of() : List.of(more));
  }

  private BatchReply<I> naming(List<Named<I>> more) {
    if (invalid) {
      throw new IllegalStateException("an invalid reply names no items");
    }
    return more.isEmpty()
        ? this
        : new BatchReply<>(named.and(more), nothingDone, false, failure, hint);
  }

  private static ItemFailure refusal(String reason) {
    return ItemFailure.of(FailureKind.OTHER, Objects.requireNonNull(reason, "reason"));
  }

  /**
   * Returns the items that this reply names.
   *
   * @return the items in the order in which they were added; unmodifiable
   */
  public List<Named<I>> named() {
    return named.all();
  }

  /**
   * Returns whether every item that this reply does not name is unprocessed.
   *
   * @return true for {@link #nothingDone} and {@link #invalid}
   */
  public boolean isNothingDone() {
    return nothingDone;
  }

  /**
   * Returns whether the service refused the chunk because of an item that it does not name.
   *
   * @return true for {@link #invalid}
   */
  public boolean isInvalid() {
    return invalid;
  }

  /**
   * Returns whether the whole chunk is done.
   *
   * @return true if this reply names no item, and is neither {@link #nothingDone} nor invalid
   */
  public boolean isAllDone() {
    return named.size() == 0 && !nothingDone;
  }

  /**
   * Returns the failure of unprocessed items without a failure of their own.
   *
   * @return the failure; by default of kind throttled, without effect, with the message {@code left
   *     unprocessed by the service}
   */
  public ItemFailure failure() {
    return failure;
  }

  /**
   * Returns whether the policy decides on unprocessed items of the chunk.
   *
   * @return true if the reply names unprocessed items, or no item of the chunk is done
   */
  public boolean leavesUnprocessed() {
    return nothingDone || named.all().stream().anyMatch(one -> one.result() == Result.UNPROCESSED);
  }

  /**
   * Returns the verdict on an unprocessed item for the policy.
   *
   * @param failure the failure of the item
   * @return retry, with kind and effect of the failure and the hint of this reply
   */
  public Verdict verdictOn(ItemFailure failure) {
    Verdict again = hint == null ? Verdict.retry() : Verdict.retryNoSoonerThan(hint);
    return again.withKind(failure.kind()).withEffect(failure.effect());
  }
}
