package dev.reprise.batch;

import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.report.FailureText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What became of a chunk: all of it is done but for an unprocessed rest, which is sent again, and
 * for items refused for good, which are not.
 *
 * <p>Items are named by the instances that were in the chunk, never by {@code equals}, or by their
 * position in it. A reply that names anything else, or a place twice, is an {@link
 * InvalidReplyException}. Immutable.
 *
 * @param <I> type of the items
 */
public final class BatchReply<I> {

  private static final String REST_MESSAGE = "left unprocessed by the service";

  /** An item that a reply names, by its place or, where that is negative, by its instance. */
  record Named<I>(@Nullable I item, int position, @Nullable String refusal) {}

  private final List<Named<I>> named;
  private final boolean nothingDone;
  private final FailureKind kind;
  private final @Nullable Duration hint;
  private final String message;

  private BatchReply(
      List<Named<I>> named,
      boolean nothingDone,
      FailureKind kind,
      @Nullable Duration hint,
      String message) {
    this.named = named;
    this.nothingDone = nothingDone;
    this.kind = kind;
    this.hint = hint;
    this.message = message;
  }

  /**
   * The whole chunk is done.
   *
   * @param <I> type of the items
   * @return the reply
   */
  public static <I> BatchReply<I> allDone() {
    return new BatchReply<>(List.of(), false, FailureKind.THROTTLED, null, REST_MESSAGE);
  }

  /**
   * Nothing of the chunk is done; all of it is to be sent again.
   *
   * @param <I> type of the items
   * @return the reply, of kind throttled until set otherwise
   */
  public static <I> BatchReply<I> nothingDone() {
    return new BatchReply<>(List.of(), true, FailureKind.THROTTLED, null, REST_MESSAGE);
  }

  /**
   * All is done but a rest, which is to be sent again.
   *
   * @param rest instances from the chunk; empty means all done
   * @param <I> type of the items
   * @return the reply, of kind throttled until set otherwise
   */
  public static <I> BatchReply<I> unprocessed(Collection<? extends I> rest) {
    List<Named<I>> named = new ArrayList<>(rest.size());
    rest.forEach(item -> named.add(new Named<>(Objects.requireNonNull(item, "item"), -1, null)));
    return BatchReply.<I>allDone().naming(named);
  }

  /**
   * All is done but a rest, which is to be sent again, named by its places.
   *
   * @param positions places in the chunk, counted from 0; empty means all done
   * @param <I> type of the items
   * @return the reply, of kind throttled until set otherwise
   */
  public static <I> BatchReply<I> unprocessedAt(Collection<Integer> positions) {
    List<Named<I>> named = new ArrayList<>(positions.size());
    positions.forEach(position -> named.add(new Named<>(null, position, null)));
    return BatchReply.<I>allDone().naming(named);
  }

  /**
   * Adds items that the service refuses for good. They count as failed; the others go on.
   *
   * @param reasons for each instance from the chunk, why, in the service's own words; looked at
   *     entry by entry, so that an identity map is kept apart by identity
   * @return a copy that refuses these too
   */
  public BatchReply<I> rejecting(Map<? extends I, String> reasons) {
    List<Named<I>> more = new ArrayList<>(reasons.size());
    reasons.forEach((item, why) -> more.add(refused(Objects.requireNonNull(item), -1, why)));
    return naming(more);
  }

  /**
   * Adds an item that the service refuses for good. It counts as failed; the others go on.
   *
   * @param item an instance from the chunk
   * @param reason why, in the service's own words
   * @return a copy that refuses this one too
   */
  public BatchReply<I> rejecting(I item, String reason) {
    return naming(List.of(refused(Objects.requireNonNull(item, "item"), -1, reason)));
  }

  /**
   * Adds an item that the service refuses for good, named by its place.
   *
   * @param position place in the chunk, counted from 0
   * @param reason why, in the service's own words
   * @return a copy that refuses this one too
   */
  public BatchReply<I> rejectingAt(int position, String reason) {
    return naming(List.of(refused(null, position, reason)));
  }

  /**
   * Says how long the service wants to be left alone: the rest is sent no sooner.
   *
   * @param wait how long from now; negative counts as zero
   * @return a copy with this hint in place of an earlier one
   */
  public BatchReply<I> withHint(Duration wait) {
    Objects.requireNonNull(wait, "wait");
    return new BatchReply<>(named, nothingDone, kind, wait, message);
  }

  /**
   * Says why there is a rest. Default {@link FailureKind#THROTTLED}.
   *
   * @param kind the kind
   * @return a copy with this kind
   */
  public BatchReply<I> withKind(FailureKind kind) {
    Objects.requireNonNull(kind, "kind");
    return new BatchReply<>(named, nothingDone, kind, hint, message);
  }

  /**
   * Says why there is a rest, for the reports on items that are given up later.
   *
   * @param message the service's own words; made one line
   * @return a copy with this message
   */
  public BatchReply<I> withMessage(String message) {
    return new BatchReply<>(named, nothingDone, kind, hint, FailureText.oneLine(message));
  }

  private BatchReply<I> naming(List<Named<I>> more) {
    List<Named<I>> all = new ArrayList<>(named);
    all.addAll(more);
    return new BatchReply<>(List.copyOf(all), nothingDone, kind, hint, message);
  }

  private static <I> Named<I> refused(@Nullable I item, int position, String reason) {
    return new Named<>(item, position, FailureText.oneLine(Objects.requireNonNull(reason)));
  }

  List<Named<I>> named() {
    return named;
  }

  boolean isNothingDone() {
    return nothingDone;
  }

  boolean isAllDone() {
    return named.isEmpty() && !nothingDone;
  }

  String message() {
    return message;
  }

  boolean leavesRest() {
    return nothingDone || named.stream().anyMatch(one -> one.refusal() == null);
  }

  /** What the rest means to the policy: unprocessed is without effect, by the service's word. */
  Verdict verdict() {
    if (!leavesRest()) {
      return Verdict.accept();
    }
    Verdict again = hint == null ? Verdict.retry() : Verdict.retryNoSoonerThan(hint);
    return again.withKind(kind).withEffect(Effect.NONE);
  }
}
