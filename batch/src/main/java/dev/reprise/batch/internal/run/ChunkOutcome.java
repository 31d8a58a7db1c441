package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Chunk;
import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.InvalidReplyException;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.report.FailureText;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call for each entry of its chunk.
 *
 * @param done the entries that the service accepted
 * @param refused the entries that the service refused permanently, each with its message
 * @param rest the unprocessed entries
 * @param outcome the outcome on which the policy decides
 * @param next the next step for the unprocessed entries
 */
record ChunkOutcome<I>(
    List<Entry<I>> done,
    List<Entry<I>> refused,
    List<Entry<I>> rest,
    Outcome<BatchReply<I>> outcome,
    Next next) {

  /** The next step for unprocessed entries. */
  enum Next {
    /** The policy decides. */
    JUDGE,
    /** They are sent in halves, because the service refused the chunk as a whole. */
    HALVE,
    /** They are given up, because the predicate for invalid chunks threw. */
    BUG
  }

  /**
   * Reads an outcome.
   *
   * @param invalid the predicate for exceptions that mean that the whole chunk was refused; null
   *     for none
   */
  static <I> ChunkOutcome<I> of(
      Outcome<BatchReply<I>> outcome,
      List<Entry<I>> chunk,
      @Nullable Predicate<? super Throwable> invalid) {
    if (!(outcome instanceof Outcome.Returned<BatchReply<I>> returned)) {
      return ofFailure(outcome, chunk, invalid);
    }
    BatchReply<I> reply = returned.value();
    if (reply != null && reply.isAllDone()) {
      return new ChunkOutcome<>(chunk, List.of(), List.of(), outcome, Next.JUDGE);
    }
    if (reply != null && reply.isInvalid()) {
      return refusedWhole(outcome, chunk, null, reply.message());
    }
    try {
      ReplyReader<I> reader = ReplyReader.read(reply, chunk);
      return new ChunkOutcome<>(
          reader.done(), reader.refused(), reader.rest(), outcome, Next.JUDGE);
    } catch (InvalidReplyException mistake) {
      return rest(Outcome.threw(mistake), chunk, Next.JUDGE);
    }
  }

  private static <I> ChunkOutcome<I> ofFailure(
      Outcome<BatchReply<I>> outcome,
      List<Entry<I>> chunk,
      @Nullable Predicate<? super Throwable> invalid) {
    Throwable failure = outcome.failureOrNull();
    if (failure == null || invalid == null || endsTheCall(failure)) {
      return rest(outcome, chunk, Next.JUDGE);
    }
    try {
      return invalid.test(failure)
          ? refusedWhole(outcome, chunk, failure, FailureText.describe(failure))
          : rest(outcome, chunk, Next.JUDGE);
    } catch (Throwable bug) {
      String words = "isolating failed: " + FailureText.describe(bug);
      chunk.forEach(entry -> entry.failedWith(failure, FailureText.oneLine(words)));
      return rest(outcome, chunk, Next.BUG);
    }
  }

  /** Returns whether a failure is caused by this process, not by the items. */
  private static boolean endsTheCall(Throwable failure) {
    Throwable inner = Failures.unwrap(failure);
    return inner instanceof Error
        || Failures.isInterruption(inner)
        || Failures.isCancellation(inner);
  }

  private static <I> ChunkOutcome<I> refusedWhole(
      Outcome<BatchReply<I>> outcome,
      List<Entry<I>> chunk,
      @Nullable Throwable error,
      String message) {
    chunk.forEach(entry -> entry.failedWith(error, message));
    return chunk.size() == 1
        ? new ChunkOutcome<>(List.of(), chunk, List.of(), outcome, Next.JUDGE)
        : rest(outcome, chunk, Next.HALVE);
  }

  private static <I> ChunkOutcome<I> rest(
      Outcome<BatchReply<I>> outcome, List<Entry<I>> chunk, Next next) {
    return new ChunkOutcome<>(List.of(), List.of(), chunk, outcome, next);
  }

  boolean advanced() {
    return !done.isEmpty() || !refused.isEmpty();
  }

  /**
   * Returns the units that were accepted, or refused because of their contents rather than for lack
   * of capacity. Must be called before the entries change.
   */
  long judgedUnits() {
    return next == Next.HALVE ? Chunk.unitsOf(rest) : Chunk.unitsOf(done) + Chunk.unitsOf(refused);
  }

  boolean isPartial() {
    return !done.isEmpty() && !rest.isEmpty();
  }
}
