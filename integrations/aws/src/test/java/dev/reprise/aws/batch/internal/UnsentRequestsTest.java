package dev.reprise.aws.batch.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Requests for which the client found no free connection were never sent. The one connection of
 * each client is in use: its server never answers.
 */
class UnsentRequestsTest {

  private static final StaticCredentialsProvider CREDENTIALS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret"));
  private static final Duration SHORT = Duration.ofMillis(50);

  private ServerSocket server;
  private URI endpoint;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    endpoint = URI.create("http://localhost:" + server.getLocalPort());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private void assertUnsent(Throwable failure) {
    assertThat(failure).isNotNull();
    Verdict verdict = BatchRetries.classifier().classify(Outcome.threw(failure));
    assertThat(verdict.action()).as("%s", failure).isEqualTo(Verdict.Action.RETRY);
    assertThat(verdict.effect()).isEqualTo(Effect.NONE);
    assertThat(verdict.kind()).isEqualTo(FailureKind.TRANSIENT);
  }

  private SqsAsyncClient async(int maxPending) {
    return SqsAsyncClient.builder()
        .region(Region.US_EAST_1)
        .credentialsProvider(CREDENTIALS)
        .endpointOverride(endpoint)
        .overrideConfiguration(config -> config.retryStrategy(strategy -> strategy.maxAttempts(1)))
        .httpClientBuilder(
            NettyNioAsyncHttpClient.builder()
                .maxConcurrency(1)
                .maxPendingConnectionAcquires(maxPending)
                .connectionAcquisitionTimeout(Duration.ofSeconds(maxPending > 1 ? 1 : 60)))
        .build();
  }

  @Test
  void netty_waited_in_vain_for_a_connection() throws IOException {
    try (SqsAsyncClient client = async(10)) {
      CompletableFuture<?> first = client.listQueues();
      try (Socket connection = server.accept()) {
        // On a busy machine the connection can come too late for the first request.
        CompletableFuture<?> second = client.listQueues();
        assertUnsent(catchThrowable(() -> CompletableFuture.anyOf(first, second).join()));
        assertThat(connection.isConnected()).isTrue();
        assertThat(first.isDone() && second.isDone()).isFalse();
      }
    }
  }

  @Test
  void netty_had_too_many_requests_that_waited_for_a_connection() throws IOException {
    try (SqsAsyncClient client = async(1)) {
      CompletableFuture<?> first = client.listQueues();
      try (Socket connection = server.accept()) {
        // Which of them has the connection, and which one waits, depends on the client's threads.
        CompletableFuture<?> second = client.listQueues();
        CompletableFuture<?> third = client.listQueues();
        assertUnsent(catchThrowable(() -> CompletableFuture.anyOf(first, second, third).join()));
        assertThat(connection.isConnected()).isTrue();
        assertThat(first.isDone() && second.isDone() && third.isDone()).isFalse();
      }
    }
  }

  @Test
  void apache_waited_in_vain_for_a_connection() throws IOException {
    try (SqsClient client =
        SqsClient.builder()
            .region(Region.US_EAST_1)
            .credentialsProvider(CREDENTIALS)
            .endpointOverride(endpoint)
            .overrideConfiguration(
                config -> config.retryStrategy(strategy -> strategy.maxAttempts(1)))
            .httpClientBuilder(
                Apache5HttpClient.builder().maxConnections(1).connectionAcquisitionTimeout(SHORT))
            .build()) {
      CompletableFuture<?> first =
          CompletableFuture.runAsync(client::listQueues, task -> new Thread(task).start());
      try (Socket connection = server.accept()) {
        assertUnsent(catchThrowable(client::listQueues));
        assertThat(connection.isConnected()).isTrue();
        assertThat(first).isNotDone();
      }
    }
  }
}
