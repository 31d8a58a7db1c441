package dev.reprise.testbed.dynamodb;

import static dev.reprise.testbed.dynamodb.Sdk.assertRefused;
import static dev.reprise.testbed.dynamodb.Sdk.item;
import static dev.reprise.testbed.dynamodb.Sdk.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

@Timeout(30)
class FaultTest {

  private static final String TABLE = "faulty";

  private final AtomicReference<FaultScript> script =
      new AtomicReference<>(operation -> Optional.empty());
  private DynamoDbTableServer server;
  private DynamoDbClient client;

  @BeforeEach
  void start() {
    server =
        DynamoDbTableServer.builder().faults(operation -> script.get().faultFor(operation)).start();
    client = Sdk.client(server.endpoint());
    client.createTable(Sdk.table(TABLE, 500, 500).build());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void the_given_number_of_calls_fails_and_later_ones_succeed() {
    server.failNext(2, Fault.internalServerError());

    assertRefused(this::put, "InternalServerError");
    assertRefused(this::put, "InternalServerError")
        .isInstanceOfSatisfying(
            DynamoDbException.class, e -> assertThat(e.statusCode()).isEqualTo(500));
    assertThat(stored()).isFalse();
    put();
    assertThat(stored()).isTrue();
    assertThat(server.counters().faultsInjected()).isEqualTo(2);
    assertThat(server.counters().requests("PutItem")).isEqualTo(3);
  }

  @Test
  void faults_have_the_error_names_of_the_service() {
    server.failNext(1, Fault.throttling());
    server.failNext(1, Fault.provisionedThroughputExceeded());
    server.failNext(1, Fault.serviceUnavailable());
    server.failNext(
        1, Fault.answer(400, "com.amazonaws.dynamodb.v20120810#LimitExceededException", "no"));

    assertRefused(this::put, "ThrottlingException")
        .isInstanceOfSatisfying(
            DynamoDbException.class, e -> assertThat(e.isThrottlingException()).isTrue());
    assertRefused(this::put, "ProvisionedThroughputExceededException")
        .isInstanceOfSatisfying(
            DynamoDbException.class, e -> assertThat(e.isThrottlingException()).isTrue());
    assertRefused(this::put, "ServiceUnavailableException")
        .isInstanceOfSatisfying(
            DynamoDbException.class, e -> assertThat(e.statusCode()).isEqualTo(503));
    assertRefused(this::put, "LimitExceededException");
    assertThat(server.counters().throttledRequests()).isZero();
  }

  @Test
  void a_fault_for_one_operation_does_not_affect_others() {
    server.failNext("GetItem", 1, Fault.internalServerError());

    put();

    assertRefused(this::stored, "InternalServerError");
    assertThat(stored()).isTrue();
  }

  @Test
  void a_call_dropped_after_processing_took_effect_exactly_once() {
    server.failNext(1, Fault.dropAfterProcessing());

    assertThatThrownBy(this::put).isInstanceOf(SdkClientException.class);

    assertThat(stored()).isTrue();
    assertThat(server.counters().requests("PutItem")).isEqualTo(1);
    assertThat(server.counters().itemsWritten()).isEqualTo(1);
  }

  @Test
  void a_call_dropped_before_processing_took_no_effect() {
    server.failNext(1, Fault.dropBeforeProcessing());

    assertThatThrownBy(this::put).isInstanceOf(SdkClientException.class);

    assertThat(stored()).isFalse();
    assertThat(server.counters().requests("PutItem")).isEqualTo(1);
  }

  @Test
  void a_held_call_is_processed_when_the_latch_opens() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    script.set(
        operation -> {
          asked.countDown();
          return operation.equals("PutItem")
              ? Optional.of(Fault.holdUntil(latch))
              : Optional.empty();
        });
    CompletableFuture<Void> put = CompletableFuture.runAsync(this::put);
    asked.await();

    assertThat(stored()).isFalse();
    latch.countDown();
    put.get();
    assertThat(stored()).isTrue();
  }

  @Test
  void a_delayed_call_is_processed() {
    server.failNext(1, Fault.delay(Duration.ofNanos(1)));

    put();

    assertThat(stored()).isTrue();
    assertThat(server.counters().faultsInjected()).isEqualTo(1);
  }

  @Test
  void closing_ends_a_call_that_is_held() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    script.set(
        operation -> {
          asked.countDown();
          return Optional.of(Fault.holdUntil(new CountDownLatch(1)));
        });
    CompletableFuture<Void> put = CompletableFuture.runAsync(this::put);
    asked.await();

    server.close();

    assertThatThrownBy(put::get).hasCauseInstanceOf(SdkClientException.class);
  }

  @Test
  void a_script_that_throws_is_an_internal_error() {
    script.set(
        operation -> {
          throw new IllegalStateException("script");
        });

    assertRefused(this::put, "InternalServerError");
  }

  @Test
  void queued_faults_precede_the_script() {
    script.set(operation -> Optional.of(Fault.throttling()));
    server.failNext(1, Fault.internalServerError());

    assertRefused(this::put, "InternalServerError");
    assertRefused(this::put, "ThrottlingException");
  }

  @Test
  void error_messages_name_the_setting_the_value_and_the_bound() {
    assertThatThrownBy(() -> server.failNext(0, Fault.throttling()))
        .hasMessage("calls must be at least 1, but was 0");
    assertThatThrownBy(() -> Fault.answer(200, "type", "message"))
        .hasMessage("status must be between 400 and 599, but was 200");
    DynamoDbTableServer.Builder builder = DynamoDbTableServer.builder();
    assertThatThrownBy(() -> builder.writeUnits(0))
        .hasMessage("writeUnits must be between 1 and 1000000000000, but was 0");
    assertThatThrownBy(() -> builder.readUnits(-1))
        .hasMessage("readUnits must be between 1 and 1000000000000, but was -1");
    assertThatThrownBy(() -> builder.burst(Duration.ZERO))
        .hasMessage("burst must be more than zero, but was 0 s");
    assertThatThrownBy(() -> builder.port(70_000))
        .hasMessage("port must be between 0 and 65535, but was 70000");
  }

  @Test
  void random_faults_depend_on_their_seed_and_share() {
    Fault lost = Fault.dropAfterProcessing();
    Fault failed = Fault.internalServerError();
    FaultScript one = FaultScript.random(7, 0.25, lost, failed);
    FaultScript same = FaultScript.random(7, 0.25, lost, failed);
    int met = 0;
    for (int i = 0; i < 10_000; i++) {
      Optional<Fault> fault = one.faultFor("PutItem");
      assertThat(same.faultFor("GetItem")).isEqualTo(fault);
      met += fault.isPresent() ? 1 : 0;
    }

    assertThat(met).isBetween(2_300, 2_700);
    assertThatThrownBy(() -> FaultScript.random(1, 1.5, lost))
        .hasMessage("share must be between 0 and 1, but was 1.5");
    assertThatThrownBy(() -> FaultScript.random(1, 0.5))
        .hasMessage("faults must be at least 1, but were 0");
    assertThatThrownBy(() -> Fault.transactionConflict(-1))
        .hasMessage("position must be at least 0, but was -1");
  }

  private void put() {
    client.putItem(p -> p.tableName(TABLE).item(item("a", "1", "x")));
  }

  private boolean stored() {
    return client.getItem(g -> g.tableName(TABLE).key(key("a", "1"))).hasItem();
  }
}
