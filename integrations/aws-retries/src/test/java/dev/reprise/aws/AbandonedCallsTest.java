package dev.reprise.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.aws.Table.Client;
import dev.reprise.aws.Table.Kind;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.testbed.dynamodb.Fault;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Calls whose end the SDK reports to no strategy. The budget has one permit. */
@Timeout(60)
class AbandonedCallsTest {

  private final Table table = new Table();
  private final RecordingListener listener = RecordingListener.forAllEvents();
  private final CountDownLatch attemptFailed = new CountDownLatch(1);
  private final CountDownLatch callFinished = new CountDownLatch(1);
  private final VirtualTime time = VirtualTime.seeded(1);
  private final Retry retry =
      Retry.of(
              RetryPolicy.builder()
                  .maxAttempts(4)
                  .within(Duration.ofDays(1))
                  .backoff(Backoff.fixed(Duration.ofHours(1)))
                  .build())
          .withBudget(RetryBudget.inFlight(0, 1))
          .withEnvironment(time)
          .withListener(listener)
          .withListener(this::count);

  private void count(RetryEvent event) {
    if (event instanceof RetryEvent.AttemptFinished) {
      attemptFailed.countDown();
    }
    if (event instanceof RetryEvent.CallFinished) {
      callFinished.countDown();
    }
  }

  @AfterEach
  void stop() {
    table.close();
  }

  private void assertReleased() {
    assertThat(retry.budgetLevel()).hasValue(1);
    assertThat(retry.state().view().retrying()).isZero();
    listener.assertGrammar();
  }

  private Client asyncClient(HeldTasks scheduler, SdkPlugin plugin) {
    return table.built(
        Kind.ASYNC,
        builder ->
            builder
                .overrideConfiguration(config -> config.scheduledExecutorService(scheduler))
                .addPlugin(plugin));
  }

  @Test
  void a_token_that_is_dropped_is_released_after_the_garbage_collector_has_found_it()
      throws InterruptedException {
    PolicyRetryStrategy strategy = PolicyRetryStrategy.of(retry);
    dropToken(strategy);
    assertThat(retry.budgetLevel()).hasValue(0);

    while (!callFinished.await(10, TimeUnit.MILLISECONDS)) {
      System.gc();
    }

    assertThat(listener.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertReleased();
  }

  private static void dropToken(PolicyRetryStrategy strategy) {
    RetryToken token =
        strategy.acquireInitialToken(AcquireInitialTokenRequest.create("GLOBAL")).token();
    strategy.refreshRetryToken(
        RefreshRetryTokenRequest.builder()
            .token(token)
            .failure(DynamoDbException.builder().statusCode(500).build())
            .build());
  }

  @Test
  void an_interrupt_during_the_wait_ends_the_call() throws InterruptedException {
    table.server.failNext(Table.GET, 1, Fault.throttling());
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    try (Client client = table.client(Kind.BLOCKING, RetryPlugin.of(retry))) {
      Thread caller = new Thread(() -> thrown.set(catchThrowable(client::get)));
      caller.start();
      attemptFailed.await();
      caller.interrupt();
      caller.join();
    }

    assertThat(thrown.get()).isNotNull();
    assertThat(listener.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertReleased();
  }

  /** The client checks the flag of its thread before it waits for the response. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void an_interrupt_during_an_attempt_ends_the_call(int attempt) {
    if (attempt == 2) {
      table.server.failNext(Table.GET, 1, Fault.throttling());
    }
    Retry soon =
        retry
            .withEnvironment(RetryEnvironment.system())
            .withPolicy(
                retry.policy().toBuilder().backoff(Backoff.fixed(Duration.ofMillis(1))).build());
    AtomicInteger attempts = new AtomicInteger();
    ExecutionInterceptor interrupts =
        new ExecutionInterceptor() {
          @Override
          public void beforeTransmission(
              Context.BeforeTransmission context, ExecutionAttributes attributes) {
            if (attempts.incrementAndGet() == attempt) {
              Thread.currentThread().interrupt();
            }
          }
        };
    Throwable thrown;
    boolean flag;
    try (Client client =
        table.built(
            Kind.BLOCKING,
            builder ->
                builder
                    .overrideConfiguration(config -> config.addExecutionInterceptor(interrupts))
                    .addPlugin(RetryPlugin.of(soon)))) {
      thrown = catchThrowable(client::get);
      flag = Thread.interrupted();
    }

    assertThat(flag).isTrue();
    assertThat(thrown).isInstanceOf(AbortedException.class);
    assertThat(listener.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(RetryReport.of(thrown).orElseThrow().stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertReleased();
  }

  /** The client of DynamoDB passes a cancel neither to its retries nor to its request. */
  @Test
  void a_future_that_is_cancelled_during_the_wait_is_released_by_the_next_attempt()
      throws InterruptedException {
    table.server.failNext(Table.GET, 1, Fault.throttling());
    HeldTasks scheduler = new HeldTasks();
    try (Client client = asyncClient(scheduler, RetryPlugin.of(retry))) {
      CompletableFuture<?> future = client.start();
      Runnable secondAttempt = scheduler.next();
      assertThat(retry.budgetLevel()).hasValue(0);

      future.cancel(true);
      secondAttempt.run();
      callFinished.await();
    }

    assertThat(table.requests()).isEqualTo(2);
    assertReleased();
  }

  /** The SDK completes the future first, and no interceptor hears of it. */
  @Test
  void a_call_that_times_out_during_the_wait_is_released_by_the_next_attempt()
      throws InterruptedException {
    table.server.failNext(Table.GET, 1, Fault.throttling());
    HeldTasks scheduler = new HeldTasks();
    try (Client client =
        table.built(
            Kind.ASYNC,
            builder ->
                builder
                    .overrideConfiguration(
                        config ->
                            config
                                .scheduledExecutorService(scheduler)
                                .apiCallTimeout(Duration.ofDays(1)))
                    .addPlugin(RetryPlugin.of(retry)))) {
      CompletableFuture<?> future = client.start();
      Runnable timeout = scheduler.next();
      Runnable secondAttempt = scheduler.next();

      timeout.run();
      assertThat(catchThrowable(future::join)).hasCauseInstanceOf(ApiCallTimeoutException.class);
      assertThat(retry.budgetLevel()).hasValue(0);
      secondAttempt.run();
      callFinished.await();
    }

    assertReleased();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void an_exception_that_the_sdk_does_not_pass_to_a_strategy_is_that_of_its_attempt(int attempt) {
    UncheckedIOException bug = new UncheckedIOException(new IOException("bug"));
    failAttempt(attempt, bug);

    assertThat(table.requests()).isEqualTo(attempt);
    assertThat(listener.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(listener.recorded(RetryEvent.CallFinished.class))
        .singleElement()
        .extracting(RetryEvent.CallFinished::failure)
        .isSameAs(bug);
    assertThat(RetryReport.of(bug)).get().extracting(RetryReport::attempts).isEqualTo(attempt);
    assertReleased();
  }

  /** The SDK passes it to no interceptor either. */
  @Test
  void an_error_ends_the_call_after_the_garbage_collector_has_found_its_token()
      throws InterruptedException {
    failAttempt(2, new AssertionError("bug"));

    while (!callFinished.await(10, TimeUnit.MILLISECONDS)) {
      System.gc();
    }

    assertThat(listener.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertReleased();
  }

  private void failAttempt(int number, Throwable bug) {
    if (number > 1) {
      table.server.failNext(Table.GET, number - 1, Fault.throttling());
    }
    Retry quick = retry.withPolicy(retry.policy().toBuilder().backoff(Backoff.none()).build());
    AtomicInteger attempts = new AtomicInteger();
    ExecutionInterceptor broken =
        new ExecutionInterceptor() {
          @Override
          public void beforeUnmarshalling(
              Context.BeforeUnmarshalling context, ExecutionAttributes attributes) {
            if (attempts.incrementAndGet() == number) {
              AbandonedCallsTest.<RuntimeException>rethrow(bug);
            }
          }
        };
    try (Client client =
        table.built(
            Kind.BLOCKING,
            builder ->
                builder
                    .overrideConfiguration(config -> config.addExecutionInterceptor(broken))
                    .addPlugin(RetryPlugin.of(quick)))) {
      assertThatThrownBy(client::get).hasStackTraceContaining("bug");
    }
  }

  @SuppressWarnings("unchecked") // no cast happens at run time
  private static <X extends Throwable> void rethrow(Throwable failure) throws X {
    throw (X) failure;
  }

  @Test
  void after_a_shutdown_no_attempt_follows_and_the_last_failure_is_thrown() throws Exception {
    table.server.failNext(Table.GET, 1, Fault.throttling());
    HeldTasks scheduler = new HeldTasks();
    try (Client client = asyncClient(scheduler, RetryPlugin.of(retry))) {
      CompletableFuture<?> future = client.start();
      Runnable secondAttempt = scheduler.next();

      retry.shutdown();
      secondAttempt.run();

      assertThat(catchThrowable(future::join)).hasCauseInstanceOf(DynamoDbException.class);
    }
    assertThat(table.requests()).isEqualTo(1);
    assertThat(listener.stopReason()).isEqualTo(StopReason.SHUT_DOWN);
    assertReleased();
  }

  @Test
  void no_attempt_begins_after_the_time_limit_even_if_the_scheduler_is_late() throws Exception {
    table.server.failNext(Table.GET, 1, Fault.throttling());
    HeldTasks scheduler = new HeldTasks();
    try (Client client = asyncClient(scheduler, RetryPlugin.of(retry))) {
      CompletableFuture<?> future = client.start();
      Runnable secondAttempt = scheduler.next();

      time.advance(Duration.ofDays(2));
      secondAttempt.run();

      assertThat(catchThrowable(future::join)).hasCauseInstanceOf(DynamoDbException.class);
    }
    assertThat(table.requests()).isEqualTo(1);
    assertThat(listener.stopReason()).isEqualTo(StopReason.DEADLINE);
    assertReleased();
  }
}
