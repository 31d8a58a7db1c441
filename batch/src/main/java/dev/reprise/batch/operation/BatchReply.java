package dev.reprise.batch.operation;

import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.report.FailureText;
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
 * @param <I> type of the items
 */
public final class BatchReply<I> {

  private static final String UNPROCESSED_MESSAGE = "left unprocessed by the service";

  /**
   * An item that a reply names, by its position or by its instance. Immutable.
   *
   * @param item the instance from the chunk; null if the item is named by its position
   * @param position position in the chunk, counted from 0; -1 if the item is named by its instance
   * @param refusal the service's reason for refusing the item permanently, in one line; null if the
   *     item is unprocessed
   * @param error the exception that reports the refusal; null if there is none
   * @param <I> type of the items
   */
  public record Named<I>(
      @Nullable I item, int position, @Nullable String refusal, @Nullable Throwable error) {}

  private final Names<I> named;
  private final boolean nothingDone;
  private final boolean invalid;
  private final FailureKind kind;
  private final @Nullable Duration hint;
  private final String message;

  /**
   * The items that a reply names, as those of an earlier reply and the ones that were added: so
   * that adding item by item takes linear time.
   */
  private record Names<I>(@Nullable Names<I> earlier, List<Named<I>> added, int size) {

    static <I> Names<I> none() {
      return new Names<>(null, List.of(), 0);
    }

    Names<I> and(List<Named<I>> more) {
      return more.isEmpty() ? this : new Names<>(this, List.copyOf(more), size + more.size());
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
      FailureKind kind,
      @Nullable Duration hint,
      String message) {
    this.named = named;
    this.nothingDone = nothingDone;
    this.invalid = invalid;
    this.kind = kind;
    this.hint = hint;
    this.message = message;
  }

  /**
   * Creates a reply in which the whole chunk is done.
   *
   * @param <I> type of the items
   * @return the reply
   */
  public static <I> BatchReply<I> allDone() {
    return new BatchReply<>(
        Names.none(), false, false, FailureKind.THROTTLED, null, UNPROCESSED_MESSAGE);
  }

  /**
   * Creates a reply in which no item of the chunk is done; all are sent again.
   *
   * @param <I> type of the items
   * @return the reply, of kind throttled until {@link #withKind} sets a different one
   */
  public static <I> BatchReply<I> nothingDone() {
    return new BatchReply<>(
        Names.none(), true, false, FailureKind.THROTTLED, null, UNPROCESSED_MESSAGE);
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
   * @return the reply; it names no item
   */
  public static <I> BatchReply<I> invalid(String message) {
    String words = FailureText.oneLine(Objects.requireNonNull(message, "message"));
    return new BatchReply<>(Names.none(), true, true, FailureKind.OTHER, null, words);
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
    rest.forEach(
        item -> named.add(new Named<>(Objects.requireNonNull(item, "item"), -1, null, null)));
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
    positions.forEach(position -> named.add(new Named<>(null, position, null, null)));
    return BatchReply.<I>allDone().naming(named);
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
    reasons.forEach((item, why) -> more.add(refused(Objects.requireNonNull(item), -1, why, null)));
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
    return naming(List.of(refused(Objects.requireNonNull(item, "item"), -1, reason, null)));
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
    return naming(List.of(refused(null, position, reason, null)));
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
    Objects.requireNonNull(error, "error");
    return naming(List.of(refused(null, position, reason, error)));
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
    return new BatchReply<>(named, nothingDone, invalid, kind, wait, message);
  }

  /**
   * Sets the kind of failure that left items unprocessed. Default {@link FailureKind#THROTTLED}.
   *
   * @param kind the kind
   * @return a copy with this kind
   */
  public BatchReply<I> withKind(FailureKind kind) {
    Objects.requireNonNull(kind, "kind");
    return new BatchReply<>(named, nothingDone, invalid, kind, hint, message);
  }

  /**
   * Sets the reason for unprocessed items. Dead letters of items that are given up later show it.
   *
   * @param message the reason, in the words of the service; made one line
   * @return a copy with this message
   */
  public BatchReply<I> withMessage(String message) {
    return new BatchReply<>(named, nothingDone, invalid, kind, hint, FailureText.oneLine(message));
  }

  private BatchReply<I> naming(List<Named<I>> more) {
    if (invalid) {
      throw new IllegalStateException("an invalid reply names no items");
    }
    return new BatchReply<>(named.and(more), nothingDone, invalid, kind, hint, message);
  }

  private static <I> Named<I> refused(
      @Nullable I item, int position, String reason, @Nullable Throwable error) {
    return new Named<>(item, position, FailureText.oneLine(Objects.requireNonNull(reason)), error);
  }

  /**
   * Returns the items that this reply names, unprocessed or refused.
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
   * @return true if no item is unprocessed or refused
   */
  public boolean isAllDone() {
    return named.size() == 0 && !nothingDone;
  }

  /**
   * Returns the reason for unprocessed items, in the words of the service.
   *
   * @return one line; {@code left unprocessed by the service} by default
   */
  public String message() {
    return message;
  }

  /**
   * Returns whether the policy decides on unprocessed items of the chunk.
   *
   * @return true if the reply names unprocessed items, or no item of the chunk is done
   */
  public boolean leavesUnprocessed() {
    return nothingDone || named.all().stream().anyMatch(one -> one.refusal() == null);
  }

  /**
   * Returns the verdict on the unprocessed items for the policy. The items had no effect, because
   * the service reported them as unprocessed.
   *
   * @return accept if no item is unprocessed; otherwise retry, with the hint and the kind of this
   *     reply
   */
  public Verdict verdict() {
    if (!leavesUnprocessed()) {
      return Verdict.accept();
    }
    Verdict again = hint == null ? Verdict.retry() : Verdict.retryNoSoonerThan(hint);
    return again.withKind(kind).withEffect(Effect.NONE);
  }
}
