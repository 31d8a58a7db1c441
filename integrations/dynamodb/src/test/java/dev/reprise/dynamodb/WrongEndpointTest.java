package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Tests that nothing counts as done which a server other than DynamoDB has answered with success.
 */
class WrongEndpointTest {

  private static final int ITEMS = 20_000;

  private static final RetryPolicy TWICE =
      RetryPolicy.builder()
          .maxAttempts(2)
          .withoutTimeLimit()
          .backoff(Backoff.fixed(Duration.ofMillis(1)))
          .build();

  private HttpServer server;
  private String body;

  @BeforeEach
  void start_a_server_that_gives_one_answer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] answer = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop_the_server() {
    server.stop(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"status\":\"ok\"}", "<html>welcome</html>"})
  void no_item_is_written_or_read(String answered) {
    body = answered;
    URI endpoint = URI.create("http://localhost:" + server.getAddress().getPort());

    try (DynamoDbClient client = Sdk.blocking(endpoint).build()) {
      DynamoDbBatch batch =
          DynamoDbBatch.of(client, Sdk.TABLE).keySchema(KeySchema.of("id", "stage")).policy(TWICE);
      List<Map<String, AttributeValue>> keys =
          IntStream.range(0, ITEMS).mapToObj(Sdk::key).toList();

      BatchReport<?> put = batch.put(keys).batch();
      stops(put);
      assertThat(put.counts().notAttempted()).isEqualTo(ITEMS - put.counts().dead());
      BatchReport<?> read =
          batch.get(keys.iterator(), result -> assertThat(result).as("a result").isNull()).batch();
      stops(read);
      assertThat(read.sourceExhausted()).isFalse();
    }
  }

  private static void stops(BatchReport<?> report) {
    assertThat(report.stopReason()).as(report.toString()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report.counts().done()).isZero();
    assertThat(report.counts().dead()).isBetween(1L, ITEMS / 2L);
    assertThat(report.stopFailure()).isPresent();
  }
}
