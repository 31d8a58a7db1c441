package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Chunk;
import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.InvalidReplyException;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.report.FailureText;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call for each entry of its chunk.
 *
 * @param done the entries that the service accepted
 * @param refused the entries that the service refused permanently, each with its message
 * @param unprocessed the unprocessed entries, in groups on which the policy decides
 * @param next the next step for the unprocessed entries
 */
record ChunkOutcome<I>(
    List<Entry<I>> done, List<Entry<I>> refused, List<UnprocessedGroup<I>> unprocessed, Next next) {

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
    if (outcome instanceof Outcome.Threw<BatchReply<I>> threw) {
      return ofFailure(threw.failure(), outcome, chunk, invalid);
    }
    BatchReply<I> reply = ((Outcome.Returned<BatchReply<I>>) outcome).value();
    if (reply != null && reply.isAllDone()) {
      return new ChunkOutcome<>(chunk, List.of(), List.of(), Next.JUDGE);
    }
    if (reply != null && reply.isInvalid()) {
      return refusedWhole(outcome, chunk, reply.failure().error(), reply.failure().message());
    }
    try {
      ReplyReader<I> reader = ReplyReader.read(reply, chunk);
      return new ChunkOutcome<>(reader.done(), reader.refused(), reader.unprocessed(), Next.JUDGE);
    } catch (InvalidReplyException mistake) {
      return threw(mistake, Outcome.threw(mistake), chunk);
    }
  }

  private static <I> ChunkOutcome<I> ofFailure(
      Throwable failure,
      Outcome<BatchReply<I>> outcome,
      List<Entry<I>> chunk,
      @Nullable Predicate<? super Throwable> invalid) {
    if (invalid == null || endsTheCall(failure)) {
      return threw(failure, outcome, chunk);
    }
    try {
      return invalid.test(failure)
          ? refusedWhole(outcome, chunk, failure, FailureText.describe(failure))
          : threw(failure, outcome, chunk);
    } catch (Throwable bug) {
      String words = "isolating failed: " + FailureText.describe(bug);
      return whole(outcome, chunk, failure, FailureText.oneLine(words), Next.BUG);
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
    if (chunk.size() > 1) {
      return whole(outcome, chunk, error, message, Next.HALVE);
    }
    chunk.forEach(entry -> entry.failedWith(error, message));
    return new ChunkOutcome<>(List.of(), chunk, List.of(), Next.JUDGE);
  }

  private static <I> ChunkOutcome<I> threw(
      Throwable failure, Outcome<BatchReply<I>> outcome, List<Entry<I>> chunk) {
    return whole(outcome, chunk, failure, FailureText.describe(failure), Next.JUDGE);
  }

  private static <I> ChunkOutcome<I> whole(
      Outcome<BatchReply<I>> outcome,
      List<Entry<I>> chunk,
      @Nullable Throwable error,
      String message,
      Next next) {
    chunk.forEach(entry -> entry.failedWith(error, message));
    return new ChunkOutcome<>(
        List.of(), List.of(), List.of(new UnprocessedGroup<>(chunk, outcome)), next);
  }

  /** Returns all unprocessed entries. */
  List<Entry<I>> rest() {
    return switch (unprocessed.size()) {
      case 0 -> List.of();
      case 1 -> unprocessed.get(0).entries();
      default -> unprocessed.stream().flatMap(group -> group.entries().stream()).toList();
    };
  }

  /**
   * Returns the exception because of which the whole chunk is unprocessed; null if there is none.
   */
  @Nullable Throwable failure() {
    return unprocessed.isEmpty() ? null : unprocessed.get(0).outcome().failureOrNull();
  }

  /** Returns the exception of the call or of its first unprocessed entry; null if none has one. */
  @Nullable Throwable firstError() {
    return rest().stream().map(Entry::error).filter(Objects::nonNull).findFirst().orElse(null);
  }

  /** Returns whether the service accepted the whole chunk. */
  boolean isWholeDone() {
    return refused.isEmpty() && unprocessed.isEmpty();
  }

  boolean advanced() {
    return !done.isEmpty() || !refused.isEmpty();
  }

  /**
   * Returns the units that were accepted, or refused because of their contents rather than for lack
   * of capacity. Must be called before the entries change.
   */
  long judgedUnits() {
    return next == Next.HALVE
        ? Chunk.unitsOf(rest())
        : Chunk.unitsOf(done) + Chunk.unitsOf(refused);
  }

  boolean isPartial() {
    return !done.isEmpty() && !unprocessed.isEmpty();
  }
}
