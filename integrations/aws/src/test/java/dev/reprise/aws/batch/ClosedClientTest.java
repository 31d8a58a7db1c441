package dev.reprise.aws.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.aws.batch.sqs.SqsBatches;
import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.SqsBaseClientBuilder;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * A program that ends closes its clients, perhaps before its batches have ended. Each further
 * request would fail, so the run stops, in place of the death of each item.
 */
class ClosedClientTest {

  private static final int ITEMS = 2_000;
  private static final URI UNUSED = URI.create("http://127.0.0.1:1");
  private static final String QUEUE = UNUSED + "/000000000000/orders";

  private static List<SendMessageBatchRequestEntry> messages() {
    return IntStream.range(0, ITEMS)
        .mapToObj(i -> SendMessageBatchRequestEntry.builder().messageBody("m" + i).build())
        .toList();
  }

  private static <B extends SqsBaseClientBuilder<B, C>, C> B at(B builder) {
    return builder
        .endpointOverride(UNUSED)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")));
  }

  private static void stops(Batch<SendMessageBatchRequestEntry> batch) {
    BatchReport<SendMessageBatchRequestEntry> report = batch.parallelism(1).run(messages());

    assertThat(report.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report.stopFailure()).isPresent();
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(ITEMS - 10);
    assertThat(report.deadLetters())
        .allSatisfy(
            dead -> {
              assertThat(dead.attempts()).isEqualTo(1);
              assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
            });
  }

  @Test
  void a_closed_client_on_apache_stops_a_run() {
    SqsClient client =
        at(SqsClient.builder()).httpClientBuilder(Apache5HttpClient.builder()).build();
    client.close();
    stops(SqsBatches.of(client, QUEUE).sends());
  }

  /** The client has threads of its own: those that clients share outlive it. */
  @Test
  void a_closed_client_on_netty_stops_a_run() {
    SqsAsyncClient client =
        at(SqsAsyncClient.builder())
            .httpClientBuilder(
                NettyNioAsyncHttpClient.builder()
                    .eventLoopGroupBuilder(SdkEventLoopGroup.builder().numberOfThreads(1)))
            .build();
    client.close();
    stops(SqsBatches.of(client, QUEUE).sends());
  }
}
