package dev.reprise.aws.batch.kinesis;

import dev.reprise.aws.AwsFailures;
import dev.reprise.aws.batch.internal.ChunkRequest;
import dev.reprise.aws.request.ClientSettings;
import dev.reprise.aws.request.ForeignResponseException;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.text.CountText;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.kinesis.model.KinesisException;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResultEntry;

/**
 * PutRecords. Results have the order of the records. A record is done only if its result has a
 * sequence number and no error.
 */
final class StreamRequest extends ChunkRequest<PutRecordsRequestEntry, PutRecordsResponse> {

  /** Codes of errors with which the service refuses a request that one record made invalid. */
  private static final Set<String> SINGLE_ITEM_CODES =
      Set.of(
          "InvalidArgumentException",
          "RequestEntityTooLargeException",
          "SerializationException",
          "ValidationException");

  private static final int SERVER_ERROR = 500;

  /** A result with an error and a sequence number, or with neither, or null. */
  private static final ItemFailure UNCLEAR =
      ItemFailure.of(
              FailureKind.TRANSIENT, "the response does not say whether the record was stored")
          .withEffect(Effect.UNKNOWN);

  private final Function<PutRecordsRequest, CompletableFuture<PutRecordsResponse>> put;
  private final String stream;
  private final ClientSettings settings;

  StreamRequest(
      Function<PutRecordsRequest, CompletableFuture<PutRecordsResponse>> put,
      String stream,
      ClientSettings settings) {
    this.put = put;
    this.stream = stream;
    this.settings = settings;
  }

  @Override
  protected CompletableFuture<PutRecordsResponse> send(List<PutRecordsRequestEntry> chunk) {
    PutRecordsRequest.Builder request =
        PutRecordsRequest.builder()
            .records(chunk)
            .overrideConfiguration(settings.withoutOwnRetries());
    return put.apply(
        stream.startsWith("arn:")
            ? request.streamARN(stream).build()
            : request.streamName(stream).build());
  }

  @Override
  protected BatchReply<PutRecordsRequestEntry> read(
      List<PutRecordsRequestEntry> chunk, PutRecordsResponse response) {
    List<PutRecordsResultEntry> results = response.records();
    if (results.isEmpty()) {
      throw new ForeignResponseException("Kinesis");
    }
    if (results.size() != chunk.size()) {
      String mistake =
          "the response has "
              + CountText.of(results.size(), "result")
              + " for "
              + CountText.of(chunk.size(), "record");
      return BatchReply.<PutRecordsRequestEntry>allDone()
          .leavingBetween(
              0,
              chunk.size(),
              ItemFailure.of(FailureKind.TRANSIENT, mistake).withEffect(Effect.UNKNOWN));
    }
    BatchReply<PutRecordsRequestEntry> reply = BatchReply.allDone();
    for (int position = 0; position < results.size(); position++) {
      PutRecordsResultEntry result = results.get(position);
      boolean stored = result != null && isGiven(result.sequenceNumber());
      boolean failed = result != null && isGiven(result.errorCode());
      if (stored == failed) {
        reply = reply.leavingAt(position, UNCLEAR);
      } else if (failed) {
        reply = reply.leavingAt(position, failure(result));
      }
    }
    return reply;
  }

  private static boolean isGiven(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  private static ItemFailure failure(PutRecordsResultEntry result) {
    String message = result.errorMessage();
    Throwable error =
        KinesisException.builder()
            .statusCode(SERVER_ERROR)
            .message(message)
            .awsErrorDetails(
                AwsErrorDetails.builder()
                    .serviceName("Kinesis")
                    .errorCode(result.errorCode())
                    .errorMessage(message)
                    .build())
            .build();
    FailureKind kind =
        AwsFailures.isThrottling(error) ? FailureKind.THROTTLED : FailureKind.TRANSIENT;
    return ItemFailure.of(kind, result.errorCode() + (isGiven(message) ? ": " + message : ""))
        .withError(error);
  }

  @Override
  protected boolean mayConcernSingleItem(String errorCode) {
    return SINGLE_ITEM_CODES.contains(errorCode);
  }

  /**
   * An error of validation names the members of the request: {@code Value 'a b' at 'streamName'}.
   * It also quotes partition keys, which may have any text: {@code at
   * 'records.1.member.partitionKey'}.
   */
  @Override
  protected boolean concernsTarget(Throwable failure) {
    String message = AwsFailures.describe(failure).toLowerCase(Locale.ROOT);
    return SINGLE_ITEM_CODES.contains(AwsFailures.errorCode(failure))
        && !message.contains("at 'records")
        && (message.contains("at 'streamname'") || message.contains("at 'streamarn'"));
  }
}
