package dev.reprise.aws.batch.sqs;

import dev.reprise.aws.AwsFailures;
import dev.reprise.aws.request.ForeignResponseException;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * The results of the entries of a request, matched by their ids, which are positions in the chunk.
 * An entry is done only if the response says so.
 */
final class EntryResults {

  private static final int CLIENT_ERROR = 400;
  private static final int SERVER_ERROR = 500;

  /** The handle is invalid, or an earlier delete, whose response was lost, has made it so. */
  private static final String GONE = "ReceiptHandleIsInvalid";

  private static final ItemFailure UNNAMED =
      ItemFailure.of(FailureKind.OTHER, "the response does not name the entry")
          .withEffect(Effect.UNKNOWN);

  private static final ItemFailure CONTRADICTION =
      ItemFailure.of(FailureKind.OTHER, "the response names the entry as successful and as failed")
          .withEffect(Effect.UNKNOWN);

  private EntryResults() {}

  /**
   * Reads a response to a request of {@code count} entries.
   *
   * @throws ForeignResponseException if it names no entry at all
   * @throws SdkException if all entries failed because of the caller, such as without the right to
   *     use the key of the queue: then so would all further ones
   */
  static <I, S> BatchReply<I> read(
      int count, List<S> successful, Function<S, String> id, List<BatchResultErrorEntry> failed) {
    return read(count, successful, id, failed, failure -> false);
  }

  /** As {@link #read}, for deletes: a handle may be invalid because of an earlier attempt. */
  static <I, S> BatchReply<I> readDeletes(
      int count, List<S> successful, Function<S, String> id, List<BatchResultErrorEntry> failed) {
    return read(count, successful, id, failed, failure -> GONE.equals(failure.code()));
  }

  private static <I, S> BatchReply<I> read(
      int count,
      List<S> successful,
      Function<S, String> id,
      List<BatchResultErrorEntry> failed,
      Predicate<BatchResultErrorEntry> mayBeRepeated) {
    Set<String> done = new HashSet<>();
    successful.stream().filter(Objects::nonNull).forEach(entry -> done.add(id.apply(entry)));
    Map<String, BatchResultErrorEntry> failures = new HashMap<>();
    failed.stream().filter(Objects::nonNull).forEach(one -> failures.put(one.id(), one));
    if (done.isEmpty() && failures.isEmpty()) {
      throw new ForeignResponseException("SQS");
    }
    if (done.isEmpty() && failures.size() == count) {
      throwIfBecauseOfCaller(failures.values());
    }
    BatchReply<I> reply = BatchReply.allDone();
    for (int position = 0; position < count; position++) {
      String name = Integer.toString(position);
      BatchResultErrorEntry failure = failures.get(name);
      if (failure != null && done.contains(name)) {
        reply = reply.leavingAt(position, CONTRADICTION);
      } else if (failure != null) {
        reply = failing(reply, position, failure, mayBeRepeated.test(failure));
      } else if (!done.contains(name)) {
        reply = reply.leavingAt(position, UNNAMED);
      }
    }
    return reply;
  }

  private static void throwIfBecauseOfCaller(Collection<BatchResultErrorEntry> failures) {
    List<SdkException> errors = failures.stream().map(EntryResults::error).toList();
    if (errors.stream().allMatch(AwsFailures::endsEveryRequest)) {
      throw errors.get(0);
    }
  }

  private static <I> BatchReply<I> failing(
      BatchReply<I> reply, int position, BatchResultErrorEntry failure, boolean mayBeRepeated) {
    boolean hopeless = Boolean.TRUE.equals(failure.senderFault());
    SdkException error = error(failure);
    String message = describe(failure);
    if (AwsFailures.isThrottling(error)) {
      return reply.leavingAt(
          position, ItemFailure.of(FailureKind.THROTTLED, message).withError(error));
    }
    if (hopeless && mayBeRepeated) {
      return reply.conflictingAt(position, message, error);
    }
    return hopeless
        ? reply.rejectingAt(position, message, error)
        : reply.leavingAt(
            position, ItemFailure.of(FailureKind.TRANSIENT, message).withError(error));
  }

  private static String describe(BatchResultErrorEntry failure) {
    String words =
        Stream.of(failure.code(), failure.message())
            .filter(word -> !isBlank(word))
            .collect(Collectors.joining(": "));
    return words.isEmpty() ? "the response names the entry as failed, without a reason" : words;
  }

  private static boolean isBlank(@Nullable String word) {
    return word == null || word.isBlank();
  }

  private static SdkException error(BatchResultErrorEntry failure) {
    boolean hopeless = Boolean.TRUE.equals(failure.senderFault());
    String message = isBlank(failure.message()) ? describe(failure) : failure.message();
    return SqsException.builder()
        .statusCode(hopeless ? CLIENT_ERROR : SERVER_ERROR)
        .message(message)
        .awsErrorDetails(
            AwsErrorDetails.builder()
                .serviceName("Sqs")
                .errorCode(failure.code())
                .errorMessage(message)
                .build())
        .build();
  }
}
