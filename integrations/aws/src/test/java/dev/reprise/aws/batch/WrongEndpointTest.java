package dev.reprise.aws.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.aws.batch.kinesis.KinesisBatches;
import dev.reprise.aws.batch.sqs.Queues;
import dev.reprise.aws.batch.sqs.SqsBatches;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.dynamodb.FixedResponseServer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * Tests that a server which is not the service stops the run, instead of the death of each item.
 */
class WrongEndpointTest {

  private static final int ITEMS = 2_000;

  private static final RetryPolicy TWICE =
      RetryPolicy.builder()
          .maxAttempts(2)
          .withoutTimeLimit()
          .backoff(Backoff.fixed(Duration.ofMillis(1)))
          .build();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "404 | <html>not here</html>",
        "403 | forbidden",
        "405 | ``",
        "301 | ``",
        "400 | The plain HTTP request was sent to HTTPS port",
        "200 | <html>welcome</html>",
        "200 | {}",
        "400 | {\"__type\":\"UnknownOperationException\"}",
        "400 | {\"__type\":\"com.amazonaws.sqs#InvalidAction\"}",
        "403 | {\"__type\":\"InvalidAccessKeyId\",\"message\":\"unknown key\"}",
        "403 | {\"__type\":\"RequestExpired\"}"
      })
  void a_server_that_is_not_the_service_stops_a_run(int status, String body) {
    try (FixedResponseServer server = FixedResponseServer.start(status, body);
        SqsClient client = Queues.blocking(server.endpoint())) {
      List<SendMessageBatchRequestEntry> messages =
          IntStream.range(0, ITEMS)
              .mapToObj(i -> SendMessageBatchRequestEntry.builder().messageBody("m" + i).build())
              .toList();
      stops(
          server,
          SqsBatches.of(client, server.endpoint() + "/000000000000/orders").policy(TWICE).sends(),
          messages);
    }
    try (FixedResponseServer server = FixedResponseServer.start(status, body);
        KinesisClient client = kinesis(server.endpoint())) {
      stops(
          server,
          KinesisBatches.of(client, "orders").policy(TWICE).puts().chunkSize(10),
          records());
    }
  }

  @ParameterizedTest
  @CsvSource({"streamName, true", "records.1.member.partitionKey, false"})
  void an_invalid_name_of_the_stream_stops_a_run_and_an_invalid_record_does_not(
      String member, boolean stops) {
    String body =
        "{\"__type\":\"ValidationException\",\"message\":\"1 validation error detected: Value '' at"
            + " '"
            + member
            + "' failed to satisfy constraint\"}";

    try (FixedResponseServer server = FixedResponseServer.start(400, body);
        KinesisClient client = kinesis(server.endpoint())) {
      Batch<PutRecordsRequestEntry> batch =
          KinesisBatches.of(client, "orders").policy(TWICE).puts().chunkSize(10);
      if (stops) {
        stops(server, batch, records());
      } else {
        assertThat(batch.run(records().subList(0, 20)).counts().dead()).isEqualTo(20);
      }
    }
  }

  private static <I> void stops(FixedResponseServer server, Batch<I> batch, List<I> items) {
    BatchReport<I> report = batch.parallelism(1).run(items);

    assertThat(report.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report.stopFailure()).isPresent();
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(ITEMS - 10);
    assertThat(server.requests()).isBetween(1, 2);
  }

  private static KinesisClient kinesis(URI endpoint) {
    return KinesisClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  private static List<PutRecordsRequestEntry> records() {
    return IntStream.range(0, ITEMS)
        .mapToObj(
            i ->
                PutRecordsRequestEntry.builder()
                    .partitionKey("key-" + i)
                    .data(SdkBytes.fromUtf8String("record " + i))
                    .build())
        .toList();
  }
}
