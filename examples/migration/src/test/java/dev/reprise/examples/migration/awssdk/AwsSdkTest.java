package dev.reprise.examples.migration.awssdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** The retries of the SDK and of Reprise with the same faults, as docs/guide/from-aws-sdk.md. */
@Timeout(60)
class AwsSdkTest {

  private static final String GET = "GetItem";

  private static final GetItemRequest REQUEST =
      GetItemRequest.builder()
          .tableName("orders")
          .key(Map.of("id", AttributeValue.fromS("7")))
          .build();

  private final DynamoDbTableServer server =
      DynamoDbTableServer.builder().readUnits(1_000_000).start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void attempts_and_exception_are_the_same() {
    server.failNext(GET, 10, Fault.internalServerError());

    Throwable before = failure(before());
    assertThat(server.counters().requests(GET)).isEqualTo(5);
    Throwable after = failure(after(OrdersAfter.retry()));
    assertThat(server.counters().requests(GET)).isEqualTo(10);

    assertThat(before).hasSameClassAs(after);
    assertThat(((SdkException) before).numAttempts()).isEqualTo(5);
    assertThat(((SdkException) after).numAttempts()).isEqualTo(5);
  }

  @Test
  void the_budget_of_the_sdk_stops_both_at_the_same_attempt() {
    server.failNext(GET, 1_000, Fault.internalServerError());

    assertThat(requestsOfThirtyCalls(before())).isEqualTo(30 + 500 / 5);
    assertThat(requestsOfThirtyCalls(after(OrdersAfter.retry()))).isEqualTo(30 + 500 / 5);
  }

  @Test
  void only_the_exception_of_reprise_explains_itself() {
    server.failNext(GET, 10, Fault.throttling());

    assertThat(RetryReport.of(failure(before()))).isEmpty();
    RetryReport report = RetryReport.of(failure(after(OrdersAfter.retry()))).orElseThrow();

    assertThat(report.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(report.toString()).contains("orders-table: gave up after 5 attempts");
  }

  @Test
  void the_sdk_repeats_a_request_of_unknown_effect_and_reprise_a_declared_one_not() {
    server.failNext(GET, 5, Fault.dropBeforeProcessing());
    assertThat(failure(before())).isNotNull();
    assertThat(server.counters().requests(GET)).isEqualTo(5);

    server.failNext(GET, 5, Fault.dropBeforeProcessing());
    Retry careful = changed("idempotency", "notIdempotent");
    assertThat(RetryReport.of(failure(after(careful))).orElseThrow().stopReason())
        .isEqualTo(StopReason.EFFECT_UNKNOWN);
    assertThat(server.counters().requests(GET)).isEqualTo(6);
  }

  @Test
  void a_retry_around_the_client_multiplies_the_attempts_of_the_sdk_only() {
    server.failNext(GET, 100, Fault.internalServerError());
    RetryPolicy outer =
        RetryPolicy.builder().maxAttempts(3).classifyWith("aws", AwsFailures.classifier()).build();
    Retry around = Retry.of(outer).withEnvironment(VirtualTime.seeded(1));

    try (DynamoDbClient before = before();
        DynamoDbClient after = after(OrdersAfter.retry())) {
      assertThat(catchThrowable(() -> around.call(() -> before.getItem(REQUEST)))).isNotNull();
      assertThat(server.counters().requests(GET)).isEqualTo(15);
      assertThat(catchThrowable(() -> around.call(() -> after.getItem(REQUEST)))).isNotNull();
      assertThat(server.counters().requests(GET)).isEqualTo(20);
    }
  }

  @Test
  void a_strategy_of_the_sdk_orders_a_wait_past_the_time_limit_and_reprise_gives_up() {
    RetryStrategy slow =
        OrdersBefore.strategy().toBuilder()
            .backoffStrategy(BackoffStrategy.fixedDelayWithoutJitter(Duration.ofHours(1)))
            .retryOnException(failure -> true)
            .build();
    RetryToken token =
        slow.acquireInitialToken(AcquireInitialTokenRequest.create("GetItem")).token();
    RefreshRetryTokenRequest failed =
        RefreshRetryTokenRequest.builder().token(token).failure(new IOException()).build();
    assertThat(slow.refreshRetryToken(failed).delay()).isEqualTo(Duration.ofHours(1));

    server.failNext(GET, 10, Fault.internalServerError());
    Throwable thrown = failure(OrdersAfter.client(builder(), changed("backoff", "fixed(1h)")));
    assertThat(RetryReport.of(thrown).orElseThrow().stopReason()).isEqualTo(StopReason.DEADLINE);
    assertThat(server.counters().requests(GET)).isEqualTo(1);
  }

  private static Throwable failure(DynamoDbClient client) {
    try (client) {
      return catchThrowable(() -> client.getItem(REQUEST));
    }
  }

  private long requestsOfThirtyCalls(DynamoDbClient client) {
    long start = server.counters().requests(GET);
    try (client) {
      for (int i = 0; i < 30; i++) {
        assertThat(catchThrowable(() -> client.getItem(REQUEST))).isNotNull();
      }
    }
    return server.counters().requests(GET) - start;
  }

  private static Retry changed(String setting, String value) {
    Retry retry = OrdersAfter.retry();
    return retry.withPolicy(retry.policy().toBuilder().set(setting, value, null).build());
  }

  /** The client of the example, without waits. */
  private DynamoDbClient before() {
    RetryStrategy noWaits =
        OrdersBefore.strategy().toBuilder()
            .backoffStrategy(BackoffStrategy.retryImmediately())
            .throttlingBackoffStrategy(BackoffStrategy.retryImmediately())
            .build();
    return OrdersBefore.client(builder(), noWaits);
  }

  /** The client of the example, without waits. */
  private DynamoDbClient after(Retry retry) {
    return OrdersAfter.client(
        builder(), retry.withPolicy(retry.policy().toBuilder().noWaits().build()));
  }

  private DynamoDbClientBuilder builder() {
    return DynamoDbClient.builder()
        .endpointOverride(server.endpoint())
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")))
        .httpClientBuilder(UrlConnectionHttpClient.builder());
  }
}
