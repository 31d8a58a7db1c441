package dev.reprise.aws.batch.kinesis;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.aws.batch.internal.BatchRetries;
import dev.reprise.aws.batch.internal.ChunkRequest;
import dev.reprise.aws.request.ClientSettings;
import dev.reprise.aws.request.SdkRequests;
import dev.reprise.batch.Batch;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.journal.Fingerprint;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.kinesis.KinesisAsyncClient;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;

/**
 * Creates batches of records for a stream. Records that the service did not accept, by their {@code
 * errorCode} in the response, are sent again one by one. Immutable and thread-safe.
 *
 * <pre>{@code
 * Batch<PutRecordsRequestEntry> puts = KinesisBatches.of(client, "orders").puts();
 *
 * BatchReport<PutRecordsRequestEntry> report =
 *     puts.run(
 *         orders.map(
 *                 order ->
 *                     PutRecordsRequestEntry.builder()
 *                         .partitionKey(order.customer())
 *                         .data(SdkBytes.fromUtf8String(order.text()))
 *                         .build())
 *             .iterator());
 * }</pre>
 *
 * <ul>
 *   <li>A request has at most 500 records and {@link #maxBytes} bytes of data and partition keys. A
 *       record above {@link #maxRecordBytes} fails alone, without a request.
 *   <li>A throttled record ({@code ProvisionedThroughputExceededException}) is sent again, and
 *       slows down the pace. A record with {@code InternalFailure} is sent again.
 *   <li>{@link AwsFailures} classifies failures of a whole request. Expired credentials, missing
 *       rights and a missing stream {@linkplain Batch#stoppingOn stop the run}. A request that is
 *       invalid is halved until the refused record is alone.
 *   <li>The SDK's own retries are switched off for each request made here.
 * </ul>
 *
 * <p><b>Repetition.</b> After a lost response, a timeout or a status 500 it is unknown whether the
 * service took the records, and it recognizes no repetition. The records are then dead, with the
 * reason effect unknown, unless the policy declares them idempotent or {@link #atLeastOnce()} is
 * set: then they are sent again, and may be in the stream twice.
 *
 * <p><b>Order is not kept</b>, not even for a partition key: a record that is sent again comes
 * after later ones. {@code puts().keyedBy(PutRecordsRequestEntry::partitionKey, SameKey.FOLLOWS)}
 * keeps it, with one record of a partition key in a request.
 *
 * <table>
 *   <caption>Defaults of the batches</caption>
 *   <tr><td>attempts</td><td>30 without progress, which takes about a minute</td></tr>
 *   <tr><td>backoff</td><td>exponential from 100 ms, doubling, capped at 5 s, full jitter</td></tr>
 *   <tr><td>time limit, budget</td><td>none</td></tr>
 *   <tr><td>parallelism</td><td>8 requests</td></tr>
 *   <tr><td>pace</td><td>adaptive, in records</td></tr>
 *   <tr><td>maxBytes, maxRecordBytes</td><td>10 MiB each</td></tr>
 *   <tr><td>journal</td><td>none</td></tr>
 * </table>
 *
 * <p>Everything else is set on the {@link Batch}. Its chunk size must stay at most 500, and its
 * weight is the size in bytes.
 */
@SuppressWarnings("exports") // the module of the client is optional: users of this class require it
public final class KinesisBatches {

  private static final int MAX_RECORDS = 500;
  private static final long MAX_BYTES = 10 * 1_048_576;

  /**
   * The requests of either client.
   *
   * @param put sends a request
   * @param isAsync whether requests complete later; if not, they are complete when they are sent
   */
  private record StreamClient(
      Function<PutRecordsRequest, CompletableFuture<PutRecordsResponse>> put,
      boolean isAsync,
      ClientSettings settings) {}

  private final StreamClient client;
  private final String stream;
  private final Retry retry;
  private final boolean repeats;
  private final long maxBytes;
  private final long maxRecordBytes;
  private final @Nullable BatchJournal journal;

  private KinesisBatches(
      StreamClient client,
      String stream,
      Retry retry,
      boolean repeats,
      long maxBytes,
      long maxRecordBytes,
      @Nullable BatchJournal journal) {
    this.client = client;
    this.stream = Objects.requireNonNull(stream, "stream");
    this.retry = retry;
    this.repeats = repeats;
    this.maxBytes = maxBytes;
    this.maxRecordBytes = maxRecordBytes;
    this.journal = journal;
  }

  private static KinesisBatches of(StreamClient client, String stream) {
    return new KinesisBatches(
        client, stream, BatchRetries.named("kinesis"), false, MAX_BYTES, MAX_BYTES, null);
  }

  /**
   * Creates batches for a blocking client, which is called on threads of each run.
   *
   * @param client used, not closed
   * @param stream the name or ARN of the stream
   * @return batches with the defaults
   */
  public static KinesisBatches of(KinesisClient client, String stream) {
    return of(
        new StreamClient(
            request -> SdkRequests.complete(() -> client.putRecords(request)),
            false,
            ClientSettings.of(client::serviceClientConfiguration)),
        stream);
  }

  /**
   * Creates batches for an asynchronous client. Runs create no threads.
   *
   * @param client used, not closed
   * @param stream the name or ARN of the stream
   * @return batches with the defaults
   */
  public static KinesisBatches of(KinesisAsyncClient client, String stream) {
    return of(
        new StreamClient(
            request -> SdkRequests.start(() -> client.putRecords(request)),
            true,
            ClientSettings.of(client::serviceClientConfiguration)),
        stream);
  }

  /**
   * Returns the default policy, from which another policy can be built.
   *
   * @return attempts, backoff and limits as in the table above
   */
  public static RetryPolicy defaultPolicy() {
    return BatchRetries.POLICY;
  }

  /**
   * Sets the retry: policy, budget, environment and shutdown signal. The {@linkplain AwsFailures
   * classifier} is added after the classifiers of its policy. A declaration of {@linkplain
   * dev.reprise.policy.RetryPolicyBuilder#idempotency idempotency} decides whether records are sent
   * again after an unknown effect.
   *
   * @param retry the retry
   * @return a copy with this retry
   */
  public KinesisBatches retry(Retry retry) {
    Objects.requireNonNull(retry, "retry");
    return new KinesisBatches(client, stream, retry, repeats, maxBytes, maxRecordBytes, journal);
  }

  /**
   * Sets only the policy of the retry, as {@link #retry}.
   *
   * @param policy the policy
   * @return a copy with this policy and the same budget
   */
  public KinesisBatches policy(RetryPolicy policy) {
    return retry(retry.withPolicy(Objects.requireNonNull(policy, "policy")));
  }

  /**
   * Sends records again after an unknown effect, so that they may be in the stream twice. It
   * applies where the policy does not declare the calls idempotent or not.
   *
   * @return a copy whose records arrive at least once, unless they are dead for another reason
   */
  public KinesisBatches atLeastOnce() {
    return new KinesisBatches(client, stream, retry, true, maxBytes, maxRecordBytes, journal);
  }

  /**
   * Limits the size of a request: data and partition keys of its records. Default 10,485,760, the
   * limit of the service. It was 5 MiB before; servers and regions may still have that limit.
   *
   * @param bytes the limit in bytes, at least 1
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code bytes} is less than 1
   */
  public KinesisBatches maxBytes(long bytes) {
    ChunkRequest.atLeastOne(bytes, "maxBytes");
    return new KinesisBatches(client, stream, retry, repeats, bytes, maxRecordBytes, journal);
  }

  /**
   * Limits the size of a record: data and partition key. Default 10,485,760, the limit of the
   * service. A stream has a limit of its own, 1 MiB unless it was changed.
   *
   * @param bytes the limit in bytes, at least 1
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code bytes} is less than 1
   */
  public KinesisBatches maxRecordBytes(long bytes) {
    ChunkRequest.atLeastOne(bytes, "maxRecordBytes");
    return new KinesisBatches(client, stream, retry, repeats, maxBytes, bytes, journal);
  }

  /**
   * Records the records that are done in a file, so that another run over the same records sends
   * only the remaining ones. The description of the journal is followed by the stream. Records that
   * an earlier run has sent but not recorded are sent again, and are then in the stream twice.
   *
   * @param journal the journal
   * @return a copy with this journal, which replaces an earlier one
   */
  public KinesisBatches journaledIn(BatchJournal journal) {
    Objects.requireNonNull(journal, "journal");
    return new KinesisBatches(client, stream, retry, repeats, maxBytes, maxRecordBytes, journal);
  }

  /**
   * Returns a batch of PutRecords.
   *
   * @return a batch of records
   */
  public Batch<PutRecordsRequestEntry> puts() {
    Idempotency unspecified = repeats ? Idempotency.IDEMPOTENT : Idempotency.NOT_IDEMPOTENT;
    Batch<PutRecordsRequestEntry> batch =
        new StreamRequest(client.put(), stream, client.settings())
            .batch(BatchRetries.classified(retry, unspecified), client.isAsync())
            .chunkSize(MAX_RECORDS)
            .maxWeight(maxBytes, this::size);
    if (journal == null) {
      return batch;
    }
    String input = journal.description();
    String target = "writes to " + stream + client.settings().place();
    return batch.journaledIn(
        journal.describing(input.isEmpty() ? target : input + "; " + target),
        KinesisBatches::fingerprint);
  }

  private long size(PutRecordsRequestEntry put) {
    long bytes = ChunkRequest.utf8(put.partitionKey());
    bytes += put.data() == null ? 0 : put.data().asByteArrayUnsafe().length;
    ChunkRequest.within(bytes, maxRecordBytes, "the record", "maxRecordBytes");
    return ChunkRequest.within(bytes, maxBytes, "the record", "maxBytes");
  }

  private static long fingerprint(PutRecordsRequestEntry put) {
    Fingerprint fingerprint = new Fingerprint();
    fingerprint.add(put.partitionKey() == null ? "" : put.partitionKey());
    fingerprint.add(put.explicitHashKey() == null ? "" : put.explicitHashKey());
    fingerprint.add(put.data() == null ? new byte[0] : put.data().asByteArrayUnsafe());
    return fingerprint.value();
  }
}
