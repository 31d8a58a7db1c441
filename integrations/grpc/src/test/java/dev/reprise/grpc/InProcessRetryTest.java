package dev.reprise.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.RetryReport;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which calls are retried, when, and what their callers get. */
class InProcessRetryTest extends InProcessCalls {

  @Test
  void an_unavailable_service_is_called_again_with_the_same_request() throws Exception {
    script.add(fails(Status.UNAVAILABLE));
    script.add(answers("done"));
    assertThat(answer(call(retried(policy())))).isEqualTo("done");
    assertThat(received).extracting(Received::message).containsExactly("request", "request");
    assertThat(received)
        .extracting(Received::at)
        .containsExactly(Duration.ZERO, Duration.ofMillis(100));
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.Code.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"OK", "UNAVAILABLE"})
  void no_other_code_is_retried_without_hint_or_declaration(Status.Code code) {
    script.add(fails(code.toStatus()));
    StatusRuntimeException failure = failure(call(retried(policy())));
    assertThat(failure.getStatus().getCode()).isEqualTo(code);
    assertThat(received).hasSize(1);
  }

  @Test
  void aborted_is_retried_where_the_call_is_declared_idempotent() throws Exception {
    script.add(fails(Status.ABORTED));
    script.add(answers("done"));
    assertThat(answer(call(retried(policy().idempotency(Idempotency.IDEMPOTENT)))))
        .isEqualTo("done");
    received.clear();
    GrpcRetry declared = GrpcRetry.of(retry(policy())).idempotentMethod("shop.Orders/Place");
    assertThat(answer(call(retried(declared)))).isEqualTo("done");
  }

  @Test
  void a_call_that_is_not_idempotent_is_not_retried_after_an_unknown_effect() {
    script.add(fails(Status.UNAVAILABLE));
    StatusRuntimeException failure =
        failure(call(retried(policy().idempotency(Idempotency.NOT_IDEMPOTENT))));
    assertThat(received).hasSize(1);
    assertThat(report(failure).stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
  }

  @Test
  void resource_exhausted_is_retried_no_sooner_than_its_pushback() throws Exception {
    script.add(pushesBack(Status.RESOURCE_EXHAUSTED, "700"));
    script.add(answers("done"));
    assertThat(answer(call(retried(policy().idempotency(Idempotency.NOT_IDEMPOTENT)))))
        .isEqualTo("done");
    assertThat(received.get(1).at()).isEqualTo(Duration.ofMillis(700));
  }

  @Test
  void a_second_interceptor_adds_no_attempts() {
    script.add(fails(Status.UNAVAILABLE));
    GrpcRetry retry = GrpcRetry.of(retry(policy()));
    Channel twice =
        ClientInterceptors.intercept(retried(policy()), RetryClientInterceptor.of(retry));
    StatusRuntimeException failure = failure(call(twice));
    assertThat(received).hasSize(3);
    assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
  }

  @Test
  void a_retry_info_is_a_hint() throws Exception {
    script.add(
        call -> {
          Metadata trailers = new Metadata();
          trailers.put(
              ServerHint.DETAILS,
              ServerHintTest.status(
                  ServerHintTest.any(
                      "type.googleapis.com/google.rpc.RetryInfo",
                      ServerHintTest.info(0, 400_000_000))));
          call.close(Status.UNAVAILABLE, trailers);
        });
    script.add(answers("done"));
    assertThat(answer(call(retried(policy())))).isEqualTo("done");
    assertThat(received.get(1).at()).isEqualTo(Duration.ofMillis(400));
  }

  @Test
  void a_negative_pushback_ends_the_call() {
    script.add(pushesBack(Status.UNAVAILABLE, "-1"));
    StatusRuntimeException failure = failure(call(retried(policy())));
    assertThat(received).hasSize(1);
    assertThat(failure.getTrailers().get(ServerHint.PUSHBACK)).isEqualTo("-1");
    assertThat(report(failure).stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
  }

  @Test
  void the_report_names_service_method_and_code() {
    script.add(fails(Status.UNAVAILABLE.withDescription("no replica")));
    StatusRuntimeException failure = failure(call(retried(policy())));
    assertThat(failure.getStatus().getDescription()).isEqualTo("no replica");
    RetryReport report = report(failure);
    assertThat(report.attempts()).isEqualTo(3);
    assertThat(report.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(report.toString()).contains("shop.Orders/Place: UNAVAILABLE: no replica");
  }

  @Test
  void an_attempt_that_takes_too_long_is_cancelled_and_made_again() throws Exception {
    List<ServerCall<String, String>> hanging = new ArrayList<>();
    script.add(hanging::add);
    script.add(answers("done"));
    Channel on = retried(policy().attemptTimeout(Duration.ofSeconds(1)));
    assertThat(answer(call(on))).isEqualTo("done");
    assertThat(hanging.get(0).isCancelled()).isTrue();
    assertThat(received.get(1).at()).isEqualTo(Duration.ofMillis(1_100));
  }

  @Test
  void the_time_limit_ends_the_last_attempt_with_deadline_exceeded() {
    script.add(hangs());
    StatusRuntimeException failure = failure(call(retried(policy().within(Duration.ofSeconds(2)))));
    assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
    assertThat(report(failure).stopReason()).isEqualTo(StopReason.DEADLINE);
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void the_server_sees_the_remaining_time_of_each_attempt() throws Exception {
    script.add(fails(Status.UNAVAILABLE));
    script.add(answers("done"));
    Channel on =
        retried(policy().within(Duration.ofHours(1)).attemptTimeout(Duration.ofMinutes(50)));
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(55, TimeUnit.MINUTES);
    assertThat(answer(call(on, options))).isEqualTo("done");
    assertThat(received)
        .allSatisfy(
            call ->
                assertThat(call.deadline().timeRemaining(TimeUnit.MINUTES)).isBetween(45L, 50L));
  }

  @Test
  void no_wait_passes_the_callers_deadline() {
    script.add(fails(Status.UNAVAILABLE));
    Channel on =
        retried(policy().backoff(Backoff.fixed(Duration.ofHours(2))).within(Duration.ofDays(1)));
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.HOURS);
    StatusRuntimeException failure = failure(call(on, options));
    assertThat(report(failure).stopReason()).isEqualTo(StopReason.DEADLINE);
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void a_cancel_during_a_wait_ends_the_call_and_its_timer() {
    script.add(fails(Status.UNAVAILABLE));
    Future<String> future = call(retried(policy()));
    future.cancel(true);
    time.runUntilIdle();
    assertThat(received).hasSize(1);
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void a_cancel_during_an_attempt_cancels_its_stream() {
    List<ServerCall<String, String>> hanging = new ArrayList<>();
    script.add(hanging::add);
    Future<String> future = call(retried(policy()));
    future.cancel(true);
    time.runUntilIdle();
    assertThat(hanging.get(0).isCancelled()).isTrue();
    assertThat(received).hasSize(1);
  }

  @Test
  void the_cancellation_of_the_callers_context_ends_a_wait() throws Exception {
    script.add(fails(Status.UNAVAILABLE));
    Channel on = retried(policy());
    Context.CancellableContext context = Context.current().withCancellation();
    Future<String> future = context.call(() -> call(on));
    context.cancel(new IOException("the request of the caller has ended"));
    StatusRuntimeException failure = failure(future);
    assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.CANCELLED);
    assertThat(received).hasSize(1);
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void the_callers_context_is_current_in_later_attempts() throws Exception {
    Context.Key<String> user = Context.key("user");
    List<String> seen = new ArrayList<>();
    script.add(fails(Status.UNAVAILABLE));
    script.add(answers("done"));
    Channel inner =
        ClientInterceptors.intercept(
            channel,
            new io.grpc.ClientInterceptor() {
              @Override
              public <A, B> ClientCall<A, B> interceptCall(
                  MethodDescriptor<A, B> method, CallOptions options, Channel next) {
                seen.add(user.get());
                return next.newCall(method, options);
              }
            });
    Channel on =
        ClientInterceptors.intercept(
            inner, RetryClientInterceptor.of(GrpcRetry.of(retry(policy()))));
    Future<String> future = Context.current().withValue(user, "ann").call(() -> call(on));
    assertThat(answer(future)).isEqualTo("done");
    assertThat(seen).containsExactly("ann", "ann");
  }

  @Test
  void a_shutdown_ends_a_wait() {
    script.add(fails(Status.UNAVAILABLE));
    Retry retry = retry(policy());
    Future<String> future = call(retried(GrpcRetry.of(retry)));
    retry.shutdown();
    StatusRuntimeException failure = failure(future);
    assertThat(report(failure).stopReason()).isEqualTo(StopReason.SHUT_DOWN);
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void a_call_whose_channel_is_shut_down_ends_with_its_next_attempt() {
    script.add(fails(Status.UNAVAILABLE));
    Future<String> future = call(retried(policy().maxAttempts(9)));
    channel.shutdown();
    StatusRuntimeException failure = failure(future);
    assertThat(report(failure).stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report(failure).attempts()).isEqualTo(2);
    assertThat(failure).hasMessageContaining("Channel shutdown invoked");
  }

  @Test
  void a_shutdown_of_the_channel_that_ends_an_attempt_ends_its_call() {
    script.add(hangs());
    Future<String> future = call(retried(policy().idempotency(Idempotency.IDEMPOTENT)));
    channel.shutdownNow();
    StatusRuntimeException failure = failure(future);
    assertThat(report(failure).attempts()).isEqualTo(1);
    assertThat(failure).hasMessageContaining("Channel shutdownNow invoked");
  }

  @Test
  void a_shutdown_of_a_channel_of_the_server_is_retried() throws Exception {
    script.add(fails(Status.UNAVAILABLE.withDescription("Channel shutdown invoked")));
    script.add(answers("done"));
    assertThat(answer(call(retried(policy())))).isEqualTo("done");
  }

  @Test
  void a_refused_budget_ends_the_call() {
    script.add(fails(Status.UNAVAILABLE));
    Retry retry = retry(policy()).withBudget(RetryBudget.none());
    StatusRuntimeException failure = failure(call(retried(GrpcRetry.of(retry))));
    assertThat(report(failure).stopReason()).isEqualTo(StopReason.BUDGET);
    assertThat(received).hasSize(1);
  }

  @Test
  void a_keyed_call_sends_one_key_with_all_attempts() throws Exception {
    script.add(fails(Status.UNAVAILABLE));
    script.add(answers("done"));
    assertThat(answer(call(retried(policy().idempotency(Idempotency.KEYED))))).isEqualTo("done");
    List<String> keys = received.stream().map(one -> one.headers().get(KEY)).distinct().toList();
    assertThat(keys).hasSize(1).doesNotContainNull();
  }

  @Test
  void a_large_request_is_sent_once_and_complete() {
    script.add(fails(Status.UNAVAILABLE));
    GrpcRetry settings = GrpcRetry.of(retry(policy())).bufferingUpTo(6);
    failure(call(retried(settings)));
    assertThat(received).extracting(Received::message).containsExactly("request");
  }

  @Test
  void a_request_of_exactly_the_limit_is_retried() throws Exception {
    script.add(fails(Status.UNAVAILABLE));
    script.add(answers("done"));
    GrpcRetry settings = GrpcRetry.of(retry(policy())).bufferingUpTo(7);
    assertThat(answer(call(retried(settings)))).isEqualTo("done");
  }

  @Test
  void a_finished_call_releases_its_buffer() throws Exception {
    GrpcPlanner planner = new GrpcPlanner(GrpcRetry.of(retry(policy())));
    Channel on = ClientInterceptors.intercept(channel, new RetryClientInterceptor(planner));
    script.add(fails(Status.UNAVAILABLE));
    script.add(answers("done"));
    Future<String> future = call(on);
    assertThat(planner.limit().used()).isEqualTo("request".length());
    assertThat(answer(future)).isEqualTo("done");
    assertThat(planner.limit().used()).isZero();
    received.clear();
    call(on).cancel(true);
    time.runUntilIdle();
    assertThat(planner.limit().used()).isZero();
  }

  @Test
  void a_stream_is_retried_before_its_first_response() {
    script.add(fails(Status.UNAVAILABLE));
    script.add(answers("one", "two", "three"));
    assertThat(listed(retried(policy()))).containsExactly("one", "two", "three", "OK");
    assertThat(received).hasSize(2);
  }

  @Test
  void a_stream_is_not_retried_after_its_first_response() {
    script.add(
        call -> {
          call.sendHeaders(new Metadata());
          call.sendMessage("one");
          call.close(Status.UNAVAILABLE, new Metadata());
        });
    assertThat(listed(retried(policy()))).containsExactly("one", "UNAVAILABLE");
    assertThat(received).hasSize(1);
  }

  @Test
  void the_time_limit_of_the_policy_does_not_end_a_stream_that_has_begun() {
    List<ServerCall<String, String>> open = new ArrayList<>();
    script.add(
        call -> {
          call.sendHeaders(new Metadata());
          open.add(call);
        });
    List<String> seen = new ArrayList<>();
    list(retried(policy().within(Duration.ofSeconds(2))), seen);
    time.advance(Duration.ofHours(1));
    open.get(0).sendMessage("late");
    open.get(0).close(Status.OK, new Metadata());
    time.runUntilIdle();
    assertThat(seen).containsExactly("late", "OK");
  }

  @Test
  void a_stream_that_does_not_begin_in_time_is_cancelled_and_made_again() {
    List<ServerCall<String, String>> hanging = new ArrayList<>();
    script.add(hanging::add);
    script.add(answers("one"));
    assertThat(listed(retried(policy().attemptTimeout(Duration.ofSeconds(1)))))
        .containsExactly("one", "OK");
    assertThat(hanging.get(0).isCancelled()).isTrue();
  }

  @Test
  void a_stream_follows_the_pushback_of_the_server() {
    script.add(pushesBack(Status.RESOURCE_EXHAUSTED, "700"));
    script.add(answers("one"));
    assertThat(listed(retried(policy()))).containsExactly("one", "OK");
    assertThat(received.get(1).at()).isEqualTo(Duration.ofMillis(700));
  }

  @Test
  void a_refused_budget_and_a_shutdown_end_a_stream() {
    script.add(fails(Status.UNAVAILABLE));
    Retry retry = retry(policy());
    assertThat(listed(retried(GrpcRetry.of(retry.withBudget(RetryBudget.none())))))
        .containsExactly("UNAVAILABLE");
    assertThat(received).hasSize(1);
    List<String> seen = new ArrayList<>();
    list(retried(GrpcRetry.of(retry)), seen);
    retry.shutdown();
    time.runUntilIdle();
    assertThat(seen).containsExactly("UNAVAILABLE");
    assertThat(received).hasSize(2);
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void a_hedge_wins_and_the_slow_stream_is_cancelled() {
    List<ServerCall<String, String>> hanging = new ArrayList<>();
    script.add(hanging::add);
    script.add(answers("one", "two"));
    Channel on = retried(hedged());
    assertThat(listed(on)).containsExactly("one", "two", "OK");
    assertThat(hanging.get(0).isCancelled()).isTrue();
    assertThat(received.get(1).at()).isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void a_hedge_of_a_unary_call_wins_and_the_slow_attempt_is_cancelled() throws Exception {
    List<ServerCall<String, String>> hanging = new ArrayList<>();
    script.add(hanging::add);
    script.add(answers("done"));
    assertThat(answer(call(retried(hedged())))).isEqualTo("done");
    assertThat(hanging.get(0).isCancelled()).isTrue();
    assertThat(received.get(1).at()).isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void a_failed_hedge_brings_the_next_one_forward_in_calls_of_both_kinds() throws Exception {
    script.add(hangs());
    script.add(fails(Status.UNAVAILABLE));
    script.add(answers("one"));
    RetryPolicyBuilder policy = hedged().backoff(Backoff.fixed(Duration.ofMillis(1)));
    assertThat(answer(call(retried(policy)))).isEqualTo("one");
    assertThat(received.get(2).at()).isLessThan(Duration.ofMillis(100));
    Duration begun = time.elapsed();
    received.clear();
    assertThat(listed(retried(policy))).containsExactly("one", "OK");
    assertThat(received.get(2).at().minus(begun)).isLessThan(Duration.ofMillis(100));
  }

  @Test
  void a_cancel_of_a_stream_during_a_wait_or_before_its_response_ends_it() {
    List<ServerCall<String, String>> hanging = new ArrayList<>();
    script.add(fails(Status.UNAVAILABLE));
    script.add(hanging::add);
    ClientCall<String, String> waiting = startedList(retried(policy()));
    waiting.cancel("enough", null);
    time.runUntilIdle();
    assertThat(received).hasSize(1);
    assertThat(time.elapsed()).isZero();
    startedList(retried(policy())).cancel("enough", null);
    time.runUntilIdle();
    assertThat(hanging.get(0).isCancelled()).isTrue();
    assertThat(received).hasSize(2);
  }

  private static ClientCall<String, String> startedList(Channel on) {
    ClientCall<String, String> call = on.newCall(LIST, CallOptions.DEFAULT);
    call.start(new ClientCall.Listener<>() {}, new Metadata());
    call.request(1);
    call.sendMessage("request");
    call.halfClose();
    return call;
  }

  @Test
  void the_callers_context_is_current_in_later_attempts_and_callbacks_of_a_stream() {
    Context.Key<String> user = Context.key("user");
    List<String> seen = new ArrayList<>();
    script.add(fails(Status.UNAVAILABLE));
    script.add(answers("one"));
    Channel inner =
        ClientInterceptors.intercept(
            channel,
            new io.grpc.ClientInterceptor() {
              @Override
              public <A, B> ClientCall<A, B> interceptCall(
                  MethodDescriptor<A, B> method, CallOptions options, Channel next) {
                seen.add("attempt of " + user.get());
                return next.newCall(method, options);
              }
            });
    Channel on =
        ClientInterceptors.intercept(
            inner, RetryClientInterceptor.of(GrpcRetry.of(retry(policy()))));
    Context.current()
        .withValue(user, "ann")
        .run(
            () -> {
              ClientCall<String, String> call = on.newCall(LIST, CallOptions.DEFAULT);
              call.start(
                  new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(String message) {
                      seen.add("message of " + user.get());
                    }
                  },
                  new Metadata());
              call.request(1);
              call.sendMessage("request");
              call.halfClose();
            });
    time.runUntilIdle();
    assertThat(seen).containsExactly("attempt of ann", "attempt of ann", "message of ann");
  }

  @Test
  void the_report_of_a_stream_names_service_method_and_code() {
    script.add(fails(Status.UNAVAILABLE.withDescription("no replica")));
    List<Status> ends = new ArrayList<>();
    ClientCall<String, String> call = retried(policy()).newCall(LIST, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            ends.add(status);
          }
        },
        new Metadata());
    call.request(1);
    call.sendMessage("request");
    call.halfClose();
    time.runUntilIdle();
    RetryReport report = report(ends.get(0).asRuntimeException());
    assertThat(report.attempts()).isEqualTo(3);
    assertThat(report.toString()).contains("shop.Orders/List: UNAVAILABLE: no replica");
  }

  @Test
  void messages_of_a_stream_arrive_only_as_requested() {
    List<ServerCall<String, String>> open = new ArrayList<>();
    script.add(fails(Status.UNAVAILABLE));
    script.add(
        call -> {
          call.sendHeaders(new Metadata());
          call.sendMessage("one");
          call.sendMessage("two");
          call.sendMessage("three");
          open.add(call);
        });
    List<String> seen = new ArrayList<>();
    ClientCall<String, String> call = retried(policy()).newCall(LIST, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onMessage(String message) {
            seen.add(message);
          }
        },
        new Metadata());
    call.request(1);
    call.sendMessage("request");
    call.halfClose();
    time.runUntilIdle();
    assertThat(seen).containsExactly("one");
    call.request(1);
    time.runUntilIdle();
    assertThat(seen).containsExactly("one", "two");
    call.cancel("enough", null);
    time.runUntilIdle();
    assertThat(open.get(0).isCancelled()).isTrue();
  }

  @Test
  void a_failed_unary_attempt_after_its_header_is_retried_only_if_idempotent() throws Exception {
    script.add(
        call -> {
          call.sendHeaders(new Metadata());
          call.close(Status.UNAVAILABLE, new Metadata());
        });
    script.add(answers("done"));
    failure(call(retried(policy())));
    assertThat(received).hasSize(1);
    received.clear();
    assertThat(answer(call(retried(policy().idempotency(Idempotency.IDEMPOTENT)))))
        .isEqualTo("done");
  }

  @Test
  void a_call_that_is_never_half_closed_ends_by_its_cancel_and_opens_no_stream() {
    ClientCall<String, String> call = retried(policy()).newCall(CALL, CallOptions.DEFAULT);
    List<Status> ends = new ArrayList<>();
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            ends.add(status);
          }
        },
        new Metadata());
    call.sendMessage("request");
    call.cancel("not needed", null);
    call.halfClose();
    time.runUntilIdle();
    assertThat(ends).extracting(Status::getCode).containsExactly(Status.Code.CANCELLED);
    assertThat(received).isEmpty();
  }

  @Test
  void a_listener_that_throws_cancels_the_stream_and_receives_its_end() {
    List<ServerCall<String, String>> open = new ArrayList<>();
    script.add(
        call -> {
          call.sendHeaders(new Metadata());
          call.sendMessage("one");
          open.add(call);
        });
    IllegalStateException bug = new IllegalStateException("bug");
    List<Status> ends = new ArrayList<>();
    ClientCall<String, String> call = retried(policy()).newCall(LIST, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onMessage(String message) {
            throw bug;
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            ends.add(status);
          }
        },
        new Metadata());
    call.request(1);
    call.sendMessage("request");
    call.halfClose();
    time.runUntilIdle();
    assertThat(open.get(0).isCancelled()).isTrue();
    assertThat(ends).hasSize(1);
    assertThat(ends.get(0).getCode()).isEqualTo(Status.Code.CANCELLED);
    assertThat(ends.get(0).getCause()).isSameAs(bug);
  }

  @Test
  void a_listener_may_cancel_the_call_in_its_first_callback() {
    List<ServerCall<String, String>> open = new ArrayList<>();
    script.add(
        call -> {
          call.sendHeaders(new Metadata());
          open.add(call);
        });
    List<Status> ends = new ArrayList<>();
    ClientCall<String, String> call = retried(policy()).newCall(LIST, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onHeaders(Metadata headers) {
            call.cancel("enough", null);
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            ends.add(status);
          }
        },
        new Metadata());
    call.request(1);
    call.sendMessage("request");
    call.halfClose();
    time.runUntilIdle();
    assertThat(open.get(0).isCancelled()).isTrue();
    assertThat(ends).extracting(Status::getCode).containsExactly(Status.Code.CANCELLED);
  }

  @Test
  void a_request_above_the_total_limit_is_sent_once() throws Exception {
    script.add(fails(Status.UNAVAILABLE));
    GrpcRetry settings = GrpcRetry.of(retry(policy())).bufferingInTotalUpTo(10);
    Channel on = retried(settings);
    Future<String> first = call(on);
    failure(call(on));
    assertThat(received).hasSize(2);
    script.set(0, answers("done"));
    assertThat(answer(first)).isEqualTo("done");
  }

  private List<String> listed(Channel on) {
    List<String> seen = new ArrayList<>();
    list(on, seen);
    time.runUntilIdle();
    return seen;
  }

  private static void list(Channel on, List<String> seen) {
    ClientCalls.asyncServerStreamingCall(
        on.newCall(LIST, CallOptions.DEFAULT),
        "request",
        new io.grpc.stub.StreamObserver<>() {
          @Override
          public void onNext(String value) {
            seen.add(value);
          }

          @Override
          public void onError(Throwable failure) {
            seen.add(Status.fromThrowable(failure).getCode().name());
          }

          @Override
          public void onCompleted() {
            seen.add("OK");
          }
        });
  }
}
