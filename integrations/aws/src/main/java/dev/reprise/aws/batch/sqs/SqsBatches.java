package dev.reprise.aws.batch.sqs;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.aws.batch.internal.BatchRetries;
import dev.reprise.aws.batch.internal.ChunkRequest;
import dev.reprise.aws.request.ClientSettings;
import dev.reprise.batch.Batch;
import dev.reprise.batch.SameKey;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;

/**
 * Creates batches on a queue: of messages to send, of received messages to delete, and of
 * visibility timeouts to change. Entries that the service refuses in its response ({@code failed})
 * are sent again or become dead letters, one by one. Immutable and thread-safe.
 *
 * <pre>{@code
 * Batch<SendMessageBatchRequestEntry> sends = SqsBatches.of(client, queueUrl).sends();
 *
 * BatchReport<SendMessageBatchRequestEntry> report =
 *     sends.run(
 *         texts.map(text -> SendMessageBatchRequestEntry.builder().messageBody(text).build())
 *             .iterator());
 * }</pre>
 *
 * <ul>
 *   <li>A request has at most 10 entries and, for messages, {@link #maxBytes} bytes of bodies and
 *       attributes. A message that alone is larger fails without a request.
 *   <li>The batch sets the {@code id} of entries, in place of any other.
 *   <li>An entry that the service did not accept by its own fault is sent again; its throttling
 *       slows down the pace. An entry with {@code senderFault} is dead, with the service's code and
 *       message.
 *   <li>{@link AwsFailures} classifies failures of a whole request. Expired credentials, missing
 *       rights and a missing queue {@linkplain Batch#stoppingOn stop the run}.
 *   <li>The SDK's own retries are switched off for each request made here.
 * </ul>
 *
 * <p><b>Repetition.</b> After a lost response, a timeout or a status 500 it is unknown whether the
 * service took the messages. In a FIFO queue (its URL ends with {@code .fifo}) they are sent again,
 * because the service recognizes them by their deduplication id for five minutes. In a standard
 * queue they are dead, with the reason effect unknown, unless the policy declares them idempotent
 * or {@link #atLeastOnce()} is set: then they are sent again, and may arrive twice. Deletes and
 * visibility changes are always repeated.
 *
 * <p><b>Order.</b> In a FIFO queue a message waits until the earlier messages of its {@code
 * messageGroupId} are done or dead, also across requests, so no message overtakes a failed one that
 * is sent again. A request therefore has at most one message of a group. Nothing else has an order.
 *
 * <table>
 *   <caption>Defaults of the batches</caption>
 *   <tr><td>attempts</td><td>30 without progress, which takes about a minute</td></tr>
 *   <tr><td>backoff</td><td>exponential from 100 ms, doubling, capped at 5 s, full jitter</td></tr>
 *   <tr><td>time limit, budget</td><td>none</td></tr>
 *   <tr><td>parallelism</td><td>8 requests</td></tr>
 *   <tr><td>pace</td><td>adaptive</td></tr>
 *   <tr><td>maxBytes</td><td>1 MiB</td></tr>
 *   <tr><td>journal</td><td>none</td></tr>
 * </table>
 *
 * <p>Everything else is set on the {@link Batch}. Its chunk size must stay at most 10, and its
 * weight is the size in bytes.
 */
@SuppressWarnings("exports") // the module of the client is optional: users of this class require it
public final class SqsBatches {

  private static final int MAX_ENTRIES = 10;
  private static final long MAX_BYTES = 1_048_576;

  private final QueueClient client;
  private final String queueUrl;
  private final Retry retry;
  private final boolean repeats;
  private final long maxBytes;
  private final @Nullable BatchJournal journal;

  private SqsBatches(
      QueueClient client,
      String queueUrl,
      Retry retry,
      boolean repeats,
      long maxBytes,
      @Nullable BatchJournal journal) {
    this.client = client;
    this.queueUrl = Objects.requireNonNull(queueUrl, "queueUrl");
    this.retry = retry;
    this.repeats = repeats;
    this.maxBytes = maxBytes;
    this.journal = journal;
  }

  private static SqsBatches of(QueueClient client, String queueUrl) {
    return new SqsBatches(client, queueUrl, BatchRetries.named("sqs"), false, MAX_BYTES, null);
  }

  /**
   * Creates batches for a blocking client, which is called on threads of each run.
   *
   * @param client used, not closed
   * @param queueUrl the URL of the queue
   * @return batches with the defaults
   */
  public static SqsBatches of(SqsClient client, String queueUrl) {
    return of(
        new QueueClient.Blocking(client, ClientSettings.of(client::serviceClientConfiguration)),
        queueUrl);
  }

  /**
   * Creates batches for an asynchronous client. Runs create no threads.
   *
   * @param client used, not closed
   * @param queueUrl the URL of the queue
   * @return batches with the defaults
   */
  public static SqsBatches of(SqsAsyncClient client, String queueUrl) {
    return of(
        new QueueClient.Async(client, ClientSettings.of(client::serviceClientConfiguration)),
        queueUrl);
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
   * dev.reprise.policy.RetryPolicyBuilder#idempotency idempotency} decides whether messages are
   * sent again after an unknown effect, for queues of both kinds.
   *
   * @param retry the retry
   * @return a copy with this retry
   */
  public SqsBatches retry(Retry retry) {
    Objects.requireNonNull(retry, "retry");
    return new SqsBatches(client, queueUrl, retry, repeats, maxBytes, journal);
  }

  /**
   * Sets only the policy of the retry, as {@link #retry}.
   *
   * @param policy the policy
   * @return a copy with this policy and the same budget
   */
  public SqsBatches policy(RetryPolicy policy) {
    return retry(retry.withPolicy(Objects.requireNonNull(policy, "policy")));
  }

  /**
   * Sends messages again after an unknown effect, also to a standard queue, where they may then
   * arrive twice. It applies where the policy does not declare the calls idempotent or not.
   *
   * @return a copy whose messages arrive at least once, unless they are dead for another reason
   */
  public SqsBatches atLeastOnce() {
    return new SqsBatches(client, queueUrl, retry, true, maxBytes, journal);
  }

  /**
   * Limits the size of a request, and so of a message: bodies in UTF-8, and names, types and values
   * of attributes. Default 1,048,576, the limit of the service. A lower limit is for servers and
   * regions with a lower one.
   *
   * @param bytes the limit in bytes, at least 1
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code bytes} is less than 1
   */
  public SqsBatches maxBytes(long bytes) {
    ChunkRequest.atLeastOne(bytes, "maxBytes");
    return new SqsBatches(client, queueUrl, retry, repeats, bytes, journal);
  }

  /**
   * Records the messages that are done in a file, so that another run over the same messages sends
   * only the remaining ones. The description of the journal is followed by the queue. Applies to
   * {@link #sends()}, not to deletes and visibility changes.
   *
   * <p>Messages that an earlier run has sent but not recorded are sent again. In a standard queue,
   * and in a FIFO queue after five minutes, they then arrive twice. Messages that were dead are
   * sent again too, in a FIFO queue after the later ones of their group.
   *
   * @param journal the journal
   * @return a copy with this journal, which replaces an earlier one
   */
  public SqsBatches journaledIn(BatchJournal journal) {
    Objects.requireNonNull(journal, "journal");
    return new SqsBatches(client, queueUrl, retry, repeats, maxBytes, journal);
  }

  /**
   * Returns a batch of SendMessageBatch.
   *
   * @return a batch of messages; their ids are ignored
   */
  public Batch<SendMessageBatchRequestEntry> sends() {
    boolean fifo = queueUrl.endsWith(".fifo");
    Idempotency unspecified = fifo || repeats ? Idempotency.IDEMPOTENT : Idempotency.NOT_IDEMPOTENT;
    Batch<SendMessageBatchRequestEntry> batch =
        new QueueRequest<SendMessageBatchRequestEntry, SendMessageBatchResponse>(
                (entry, id) -> entry.toBuilder().id(id).build(),
                entries ->
                    client.send(
                        SendMessageBatchRequest.builder()
                            .queueUrl(queueUrl)
                            .entries(entries)
                            .overrideConfiguration(client.settings().withoutOwnRetries())
                            .build()),
                (count, response) ->
                    EntryResults.read(
                        count,
                        response.successful(),
                        SendMessageBatchResultEntry::id,
                        response.failed()))
            .batch(BatchRetries.classified(retry, unspecified), client.isAsync())
            .chunkSize(MAX_ENTRIES)
            .maxWeight(maxBytes, this::size);
    return journaled(fifo ? batch.keyedBy(SqsBatches::group, SameKey.FOLLOWS) : batch);
  }

  private long size(SendMessageBatchRequestEntry message) {
    return ChunkRequest.within(MessageSize.of(message), maxBytes, "the message", "maxBytes");
  }

  /** The service refuses a message without a group; it waits for no other one. */
  private static Object group(SendMessageBatchRequestEntry message) {
    return message.messageGroupId() == null ? new Object() : message.messageGroupId();
  }

  private Batch<SendMessageBatchRequestEntry> journaled(Batch<SendMessageBatchRequestEntry> batch) {
    if (journal == null) {
      return batch;
    }
    String input = journal.description();
    String target = "writes to " + queueUrl + client.settings().place();
    return batch.journaledIn(
        journal.describing(input.isEmpty() ? target : input + "; " + target),
        MessageFingerprint::of);
  }

  /**
   * Returns a batch of DeleteMessageBatch. The repetition of a delete is a success, so it is
   * declared idempotent. An entry whose receipt handle is invalid is dead, unless an attempt before
   * it, whose response was lost, may have deleted the message: then it is done.
   *
   * @return a batch of receipt handles; their ids are ignored
   */
  public Batch<DeleteMessageBatchRequestEntry> deletes() {
    return new QueueRequest<DeleteMessageBatchRequestEntry, DeleteMessageBatchResponse>(
            (entry, id) -> entry.toBuilder().id(id).build(),
            entries ->
                client.delete(
                    DeleteMessageBatchRequest.builder()
                        .queueUrl(queueUrl)
                        .entries(entries)
                        .overrideConfiguration(client.settings().withoutOwnRetries())
                        .build()),
            (count, response) ->
                EntryResults.readDeletes(
                    count,
                    response.successful(),
                    DeleteMessageBatchResultEntry::id,
                    response.failed()))
        .batch(repeatable(), client.isAsync())
        .chunkSize(MAX_ENTRIES);
  }

  /**
   * Returns a batch of ChangeMessageVisibilityBatch. A repetition sets the timeout again, from then
   * on. An entry is dead if its message is no longer invisible, or its receipt handle is invalid.
   *
   * @return a batch of receipt handles with timeouts; their ids are ignored
   */
  public Batch<ChangeMessageVisibilityBatchRequestEntry> visibilityChanges() {
    return new QueueRequest<
            ChangeMessageVisibilityBatchRequestEntry, ChangeMessageVisibilityBatchResponse>(
            (entry, id) -> entry.toBuilder().id(id).build(),
            entries ->
                client.change(
                    ChangeMessageVisibilityBatchRequest.builder()
                        .queueUrl(queueUrl)
                        .entries(entries)
                        .overrideConfiguration(client.settings().withoutOwnRetries())
                        .build()),
            (count, response) ->
                EntryResults.read(
                    count,
                    response.successful(),
                    ChangeMessageVisibilityBatchResultEntry::id,
                    response.failed()))
        .batch(repeatable(), client.isAsync())
        .chunkSize(MAX_ENTRIES);
  }

  private Retry repeatable() {
    return BatchRetries.declaring(retry, Idempotency.IDEMPOTENT);
  }
}
