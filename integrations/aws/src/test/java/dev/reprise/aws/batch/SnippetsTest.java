package dev.reprise.aws.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.aws.batch.kinesis.KinesisBatches;
import dev.reprise.aws.batch.sqs.SqsBatches;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchSender;
import dev.reprise.batch.SameKey;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.policy.RetryPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResultEntry;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;

/** The snippets of the guide and of Javadoc, compiled and run on clients in memory. */
class SnippetsTest {

  private final List<String> arrived = new ArrayList<>();

  private record Order(String customer, String text) {}

  private final class Queue implements SqsClient {

    @Override
    public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
      request.entries().forEach(entry -> arrived.add(entry.messageBody()));
      return SendMessageBatchResponse.builder()
          .successful(
              request.entries().stream()
                  .map(entry -> SendMessageBatchResultEntry.builder().id(entry.id()).build())
                  .toList())
          .build();
    }

    @Override
    public DeleteMessageBatchResponse deleteMessageBatch(DeleteMessageBatchRequest request) {
      request.entries().forEach(entry -> arrived.remove(entry.receiptHandle()));
      return DeleteMessageBatchResponse.builder()
          .successful(
              request.entries().stream()
                  .map(entry -> DeleteMessageBatchResultEntry.builder().id(entry.id()).build())
                  .toList())
          .build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  private final class Shards implements KinesisClient {

    @Override
    public PutRecordsResponse putRecords(PutRecordsRequest request) {
      request.records().forEach(put -> arrived.add(put.data().asUtf8String()));
      return PutRecordsResponse.builder()
          .records(
              request.records().stream()
                  .map(put -> PutRecordsResultEntry.builder().sequenceNumber("1").build())
                  .toList())
          .build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  @Test
  void sends_messages() {
    SqsClient client = new Queue();
    String queueUrl = "https://sqs.eu-central-1.amazonaws.com/123456789012/orders";
    Stream<String> texts = Stream.of("one", "two");
    // sqs-batch
    Batch<SendMessageBatchRequestEntry> sends = SqsBatches.of(client, queueUrl).sends();

    BatchReport<SendMessageBatchRequestEntry> report =
        sends.run(
            texts
                .map(text -> SendMessageBatchRequestEntry.builder().messageBody(text).build())
                .iterator());
    report.deadLetters().forEach(dead -> System.err.println(dead.message()));
    // end
    assertThat(report.allDone()).isTrue();
    assertThat(arrived).containsExactly("one", "two");
  }

  @Test
  void sends_at_least_once_with_a_journal(@TempDir Path folder) {
    SqsClient client = new Queue();
    String queueUrl = "https://sqs.eu-central-1.amazonaws.com/123456789012/orders";
    Path file = folder.resolve("orders.journal");
    Iterator<SendMessageBatchRequestEntry> messages =
        List.of(SendMessageBatchRequestEntry.builder().messageBody("one").build()).iterator();
    // sqs-journal
    RetryPolicy oneHour =
        SqsBatches.defaultPolicy().toBuilder().within(Duration.ofHours(1)).build();
    BatchReport<SendMessageBatchRequestEntry> report =
        SqsBatches.of(client, queueUrl)
            .policy(oneHour)
            .atLeastOnce()
            .journaledIn(BatchJournal.in(file))
            .sends()
            .parallelism(16)
            .run(messages);
    // end
    assertThat(report.allDone()).isTrue();
  }

  @Test
  void deletes_what_a_consumer_has_handled() throws InterruptedException {
    SqsClient client = new Queue();
    String queueUrl = "https://sqs.eu-central-1.amazonaws.com/123456789012/orders";
    arrived.addAll(List.of("handle 1", "handle 2"));
    List<Message> received =
        arrived.stream().map(handle -> Message.builder().receiptHandle(handle).build()).toList();
    // sqs-delete
    try (BatchSender<DeleteMessageBatchRequestEntry> deletes =
        SqsBatches.of(client, queueUrl).deletes().sender()) {
      for (Message message : received) {
        deletes.send(
            DeleteMessageBatchRequestEntry.builder()
                .receiptHandle(message.receiptHandle())
                .build());
      }
    }
    // end
    assertThat(arrived).isEmpty();
  }

  @Test
  void puts_records() {
    KinesisClient client = new Shards();
    Stream<Order> orders = Stream.of(new Order("a", "one"), new Order("b", "two"));
    // kinesis-batch
    Batch<PutRecordsRequestEntry> puts = KinesisBatches.of(client, "orders").puts();

    BatchReport<PutRecordsRequestEntry> report =
        puts.run(
            orders
                .map(
                    order ->
                        PutRecordsRequestEntry.builder()
                            .partitionKey(order.customer())
                            .data(SdkBytes.fromUtf8String(order.text()))
                            .build())
                .iterator());
    report.deadLetters().forEach(dead -> System.err.println(dead.message()));
    // end
    assertThat(report.allDone()).isTrue();
    assertThat(arrived).containsExactly("one", "two");
  }

  @Test
  void keeps_the_order_of_a_partition_key() {
    KinesisClient client = new Shards();
    // kinesis-order
    Batch<PutRecordsRequestEntry> inOrder =
        KinesisBatches.of(client, "orders")
            .atLeastOnce()
            .maxBytes(5 * 1_048_576)
            .puts()
            .keyedBy(PutRecordsRequestEntry::partitionKey, SameKey.FOLLOWS);
    // end
    assertThat(inOrder.run(List.of()).allDone()).isTrue();
  }
}
