package dev.reprise.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.aws.Table.Client;
import dev.reprise.aws.Table.Kind;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.decision.StopReason;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Attempt;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.RetryReport;
import dev.reprise.testbed.dynamodb.Fault;
import dev.reprise.testing.RecordingListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Clients of the SDK against a server with faults: its requests are counted. */
@Timeout(60)
class ClientRetriesTest {

  private static final String TYPES = "com.amazonaws.dynamodb.v20120810#";

  private final Table table = new Table();
  private final RecordingListener listener = RecordingListener.forAllEvents();

  @AfterEach
  void stop() {
    table.close();
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder().maxAttempts(4).backoff(Backoff.fixed(Duration.ofMillis(1)));
  }

  private Retry retry(RetryPolicyBuilder policy) {
    return Retry.of(policy.build())
        .named("orders-table")
        .withBudget(RetryBudget.unlimited())
        .withListener(listener);
  }

  static Stream<Arguments> retryableFaults() {
    return Stream.of(
            Fault.throttling(),
            Fault.provisionedThroughputExceeded(),
            Fault.internalServerError(),
            Fault.serviceUnavailable(),
            Fault.dropBeforeProcessing(),
            Fault.dropAfterProcessing())
        .flatMap(fault -> Stream.of(Kind.values()).map(kind -> Arguments.of(kind, fault)));
  }

  @ParameterizedTest
  @MethodSource("retryableFaults")
  void an_attempt_after_faults_succeeds(Kind kind, Fault fault) throws Throwable {
    table.server.failNext(Table.GET, 2, fault);

    try (Client client = table.client(kind, RetryPlugin.of(retry(policy())))) {
      client.get();
    }

    assertThat(table.requests()).isEqualTo(3);
    assertThat(listener.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    listener.assertGrammar();
  }

  /** Such as one of {@code reprise-micrometer}, which begins the observation of an attempt then. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void observers_see_the_begin_of_each_attempt(Kind kind) throws Throwable {
    table.server.failNext(Table.GET, 1, Fault.throttling());
    List<Object> seen = new CopyOnWriteArrayList<>();
    Retry observed = retry(policy()).withObserver(origin -> new Begins(seen));

    try (Client client = table.client(kind, RetryPlugin.of(observed))) {
      client.get();
    }

    assertThat(seen)
        .containsExactly(
            1,
            RetryEvent.AttemptFinished.class,
            RetryEvent.RetryStarted.class,
            2,
            RetryEvent.AttemptFinished.class,
            RetryEvent.CallFinished.class);
  }

  private record Begins(List<Object> seen) implements CallObserver.ObservedCall {

    @Override
    public CallContext.Scope beginAttempt(Attempt attempt) {
      seen.add(attempt.number());
      return () -> {};
    }

    @Override
    public void on(RetryEvent event) {
      seen.add(event.getClass());
    }
  }

  @ParameterizedTest
  @MethodSource("retryableFaults")
  void the_policy_limits_the_attempts(Kind kind, Fault fault) {
    table.server.failNext(Table.GET, 100, fault);

    Throwable thrown;
    try (Client client = table.client(kind, RetryPlugin.of(retry(policy())))) {
      thrown = catchThrowable(client::get);
    }

    assertThat(table.requests()).isEqualTo(4);
    assertThat(thrown).isInstanceOf(SdkException.class);
    assertThat(((SdkException) thrown).numAttempts()).isEqualTo(4);
    RetryReport report = RetryReport.of(thrown).orElseThrow();
    assertThat(report.attempts()).isEqualTo(4);
    assertThat(report.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(report.retry()).isEqualTo("orders-table");
    assertThat(report.toString()).contains("DynamoDb GetItem");
    listener.assertGrammar();
  }

  static Stream<Arguments> permanentFaults() {
    return Stream.of("AccessDeniedException", "ExpiredTokenException", "ValidationException")
        .flatMap(type -> Stream.of(Kind.values()).map(kind -> Arguments.of(kind, type)));
  }

  @ParameterizedTest
  @MethodSource("permanentFaults")
  void a_permanent_failure_is_not_retried(Kind kind, String type) {
    table.server.failNext(Table.GET, 100, Fault.answer(400, TYPES + type, "no"));

    Throwable thrown;
    try (Client client = table.client(kind, RetryPlugin.of(retry(policy())))) {
      thrown = catchThrowable(client::get);
    }

    assertThat(table.requests()).isEqualTo(1);
    assertThat(thrown).isInstanceOf(DynamoDbException.class);
    assertThat(listener.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
  }

  @ParameterizedTest
  @EnumSource
  void a_strategy_alone_follows_the_policy_too(Kind kind) throws Throwable {
    table.server.failNext(Table.GET, 5, Fault.throttling());
    PolicyRetryStrategy strategy = PolicyRetryStrategy.of(retry(policy()));

    try (Client client = table.configured(kind, config -> config.retryStrategy(strategy))) {
      Throwable thrown = catchThrowable(client::get);
      assertThat(RetryReport.of(thrown).orElseThrow().attempts()).isEqualTo(4);
      assertThat(table.requests()).isEqualTo(4);
      client.get();
    }

    assertThat(table.requests()).isEqualTo(6);
    listener.assertGrammar();
  }

  @ParameterizedTest
  @EnumSource
  void the_budget_ends_retries(Kind kind) {
    table.server.failNext(Table.GET, 100, Fault.internalServerError());
    Retry retry = retry(policy().maxAttempts(10)).withBudget(RetryBudget.bucket(3, 1));

    try (Client client = table.client(kind, RetryPlugin.of(retry))) {
      Throwable first = catchThrowable(client::get);
      Throwable second = catchThrowable(client::get);

      assertThat(RetryReport.of(first).orElseThrow().attempts()).isEqualTo(4);
      assertThat(RetryReport.of(first).orElseThrow().stopReason()).isEqualTo(StopReason.BUDGET);
      assertThat(second).isInstanceOf(DynamoDbException.class);
    }
    assertThat(table.requests()).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource
  void gives_up_before_a_wait_that_would_end_past_the_time_limit(Kind kind) {
    table.server.failNext(Table.GET, 100, Fault.throttling());
    Retry retry =
        retry(policy().within(Duration.ofHours(1)).backoff(Backoff.fixed(Duration.ofHours(2))));

    Throwable thrown;
    try (Client client = table.client(kind, RetryPlugin.of(retry))) {
      thrown = catchThrowable(client::get);
    }

    assertThat(table.requests()).isEqualTo(1);
    assertThat(thrown).isInstanceOf(DynamoDbException.class);
    assertThat(listener.stopReason()).isEqualTo(StopReason.DEADLINE);
  }

  @ParameterizedTest
  @EnumSource
  void a_call_that_is_not_idempotent_is_repeated_only_after_a_failure_without_effect(Kind kind) {
    Retry retry = retry(policy().idempotency(Idempotency.NOT_IDEMPOTENT));
    table.server.failNext(Table.GET, 1, Fault.throttling());
    table.server.failNext(Table.GET, 1, Fault.dropAfterProcessing());

    Throwable thrown;
    try (Client client = table.client(kind, RetryPlugin.of(retry))) {
      thrown = catchThrowable(client::get);
    }

    assertThat(table.requests()).isEqualTo(2);
    assertThat(thrown).isInstanceOf(SdkClientException.class);
    assertThat(listener.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void a_retry_around_the_client_does_not_multiply_attempts(Kind kind) {
    table.server.failNext(Table.GET, 100, Fault.throttling());
    Retry outer =
        Retry.of(policy().maxAttempts(5).classifyWith("aws", AwsFailures.classifier()).build());

    try (Client client = table.client(kind, RetryPlugin.of(retry(policy())))) {
      Throwable thrown = catchThrowable(() -> outer.run(client::get));
      assertThat(thrown).isInstanceOf(DynamoDbException.class);
    }

    assertThat(table.requests()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource
  void the_attempt_timeout_of_the_policy_becomes_that_of_the_client(Kind kind) throws Throwable {
    CountDownLatch late = new CountDownLatch(1);
    Retry retry = retry(policy().maxAttempts(20).attemptTimeout(Duration.ofMillis(500)));

    try (Client client = table.client(kind, RetryPlugin.of(retry))) {
      client.get(); // the first call of a process loads classes for longer than the timeout
      table.server.failNext(Table.GET, 1, Fault.holdUntil(late));
      client.get();
    } finally {
      late.countDown();
    }

    assertThat(table.requests())
        .as("a slow machine can exceed the timeout again")
        .isGreaterThanOrEqualTo(3);
    assertThat(listener.recorded().toString())
        .contains(ApiCallAttemptTimeoutException.class.getSimpleName());
  }

  @ParameterizedTest
  @EnumSource
  void no_attempt_follows_the_timeout_of_the_whole_call(Kind kind) throws Throwable {
    CountDownLatch late = new CountDownLatch(1);

    Throwable thrown;
    long before;
    try (Client client =
        table.built(
            kind,
            builder ->
                builder
                    .overrideConfiguration(config -> config.apiCallTimeout(Duration.ofMillis(500)))
                    .addPlugin(RetryPlugin.of(retry(policy()))))) {
      client.start().exceptionally(failure -> null).join(); // loads classes
      before = table.requests();
      listener.clear();
      table.server.failNext(Table.GET, 100, Fault.holdUntil(late));
      thrown = catchThrowable(client::get);
    } finally {
      late.countDown();
    }

    assertThat(thrown).isInstanceOf(ApiCallTimeoutException.class);
    assertThat(table.requests()).isLessThanOrEqualTo(before + 1);
    if (kind == Kind.BLOCKING) { // an asynchronous client may report it later
      assertThat(listener.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
      assertThat(RetryReport.of(thrown)).isPresent();
    }
  }

  /** The SDK would throw an exception of its own in place of the error of the service. */
  @ParameterizedTest
  @ValueSource(strings = {"-1", "-2147483648", " -7 ", "soon", ""})
  void a_malformed_hint_of_the_response_is_ignored(String hint) throws Throwable {
    table.server.failNext(Table.GET, 1, Fault.throttling());
    ExecutionInterceptor adding =
        new ExecutionInterceptor() {
          @Override
          public SdkHttpResponse modifyHttpResponse(
              Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
            return context.httpResponse().toBuilder().putHeader("Retry-After", hint).build();
          }
        };

    try (Client client =
        table.built(
            Kind.BLOCKING,
            builder ->
                builder
                    .addPlugin(RetryPlugin.of(retry(policy())))
                    .addPlugin(
                        config ->
                            config.overrideConfiguration(
                                override -> override.addExecutionInterceptor(adding))))) {
      client.get();
    }

    assertThat(table.requests()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void a_listener_that_calls_another_client_changes_nothing(Kind kind) throws Throwable {
    table.server.failNext(Table.GET, 2, Fault.throttling());
    try (Client other = table.client(kind, RetryPlugin.of(retry(policy())))) {
      Retry retry =
          Retry.of(policy().build())
              .withListener(event -> assertThat(catchThrowable(other::get)).isNull());
      try (Client client = table.client(kind, RetryPlugin.of(retry))) {
        client.get();
      }
    }
    assertThat(table.requests()).isGreaterThanOrEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void a_first_attempt_that_succeeds_is_one_event(Kind kind) throws Throwable {
    try (Client client = table.client(kind, RetryPlugin.of(retry(policy())))) {
      client.get();
    }

    assertThat(listener.recorded()).hasSize(1);
    assertThat(List.of(table.requests())).containsExactly(1L);
  }
}
