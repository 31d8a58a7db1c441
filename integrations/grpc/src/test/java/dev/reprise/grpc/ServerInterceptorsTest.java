package dev.reprise.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.grpc.server.GuardedCall;
import dev.reprise.grpc.server.IdempotencyServerInterceptor;
import dev.reprise.grpc.server.IdempotentCalls;
import dev.reprise.grpc.server.OverloadServerInterceptor;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import dev.reprise.time.TickSource;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls of a real server in this process; everything runs on the test's thread. */
class ServerInterceptorsTest {

  private static final MethodDescriptor<String, String> PLACE = Texts.unary("shop.Orders/Place");
  private static final MethodDescriptor<String, String> FIND = Texts.unary("shop.Orders/Find");
  private static final MethodDescriptor<String, String> LIST =
      Texts.serverStreaming("shop.Orders/List");
  private static final Metadata.Key<String> KEY = ascii("idempotency-key");
  private static final Metadata.Key<String> REFUSAL = ascii("idempotency-refusal");
  private static final Metadata.Key<String> REPLAYED = ascii("idempotency-replayed");
  private static final Metadata.Key<byte[]> DETAIL =
      Metadata.Key.of("order-detail-bin", Metadata.BINARY_BYTE_MARSHALLER);
  private static final Context.Key<String> USER = Context.key("user");

  private final VirtualTime time = VirtualTime.seeded(1);
  private final InMemoryIdempotencyStore store =
      new InMemoryIdempotencyStore(100, time.wallClock());
  private final List<String> handled = new ArrayList<>();
  private final AtomicReference<Metadata> header = new AtomicReference<>();
  private final AtomicReference<Metadata> trailer = new AtomicReference<>();
  private BiConsumer<String, StreamObserver<String>> handler =
      (request, responses) -> {
        responses.onNext("order " + handled.size());
        responses.onCompleted();
      };
  private Server server;
  private ManagedChannel channel;

  private static Metadata.Key<String> ascii(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  private void handle(String request, StreamObserver<String> responses) {
    handled.add(request);
    handler.accept(request, responses);
  }

  private Channel start(ServerInterceptor... interceptors) throws IOException {
    String name = InProcessServerBuilder.generateName();
    InProcessServerBuilder builder =
        InProcessServerBuilder.forName(name)
            .directExecutor()
            .addService(
                ServerServiceDefinition.builder("shop.Orders")
                    .addMethod(PLACE, ServerCalls.asyncUnaryCall(this::handle))
                    .addMethod(FIND, ServerCalls.asyncUnaryCall(this::handle))
                    .addMethod(LIST, ServerCalls.asyncServerStreamingCall(this::handle))
                    .build());
    for (ServerInterceptor interceptor : interceptors) {
      builder.intercept(interceptor);
    }
    server = builder.build().start();
    channel = InProcessChannelBuilder.forName(name).directExecutor().disableRetry().build();
    return ClientInterceptors.intercept(
        channel, MetadataUtils.newCaptureMetadataInterceptor(header, trailer));
  }

  private Channel guarded(UnaryOperator<IdempotentCalls> change) throws IOException {
    IdempotentCalls calls =
        IdempotentCalls.of(store, Runnable::run)
            .guard(guard -> guard.withEnvironment(time))
            .allowAnonymous();
    return start(IdempotencyServerInterceptor.of(change.apply(calls)));
  }

  @AfterEach
  void stop() {
    if (channel != null) {
      channel.shutdownNow();
      server.shutdownNow();
    }
    assertThat(time.pending()).as("timers left").isZero();
  }

  private static Channel withKey(Channel on, String... keys) {
    Metadata metadata = new Metadata();
    for (String key : keys) {
      metadata.put(KEY, key);
    }
    return ClientInterceptors.intercept(on, MetadataUtils.newAttachHeadersInterceptor(metadata));
  }

  private static String call(Channel on, String request) {
    return ClientCalls.blockingUnaryCall(on, PLACE, CallOptions.DEFAULT, request);
  }

  private void assertRefused(Channel on, String request, Status.Code code, String reason) {
    assertThatThrownBy(() -> call(on, request))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            failure -> {
              assertThat(failure.getStatus().getCode()).isEqualTo(code);
              assertThat(failure.getTrailers().get(REFUSAL)).isEqualTo(reason);
            });
  }

  private static String pushback(StatusRuntimeException failure) {
    return failure.getTrailers().get(ServerHint.PUSHBACK);
  }

  @Test
  void a_duplicate_gets_the_recorded_response_and_the_handler_runs_once() throws Exception {
    Channel on = withKey(guarded(calls -> calls), "k1");
    assertThat(call(on, "book")).isEqualTo("order 1");
    assertThat(header.get().get(REPLAYED)).isNull();
    assertThat(call(on, "book")).isEqualTo("order 1");
    assertThat(header.get().get(REPLAYED)).isEqualTo("true");
    assertThat(handled).containsExactly("book");
    assertThat(call(withKey(channel, "k2"), "book")).isEqualTo("order 2");
  }

  @Test
  void calls_without_a_key_and_streams_pass_through() throws Exception {
    Channel on = guarded(calls -> calls);
    assertThat(call(on, "book")).isEqualTo("order 1");
    assertThat(call(on, "book")).isEqualTo("order 2");
    for (int i = 3; i < 5; i++) {
      assertThat(
              ClientCalls.blockingServerStreamingCall(
                      withKey(on, "k1"), LIST, CallOptions.DEFAULT, "all")
                  .next())
          .isEqualTo("order " + i);
    }
  }

  @Test
  void equal_keys_of_two_methods_are_different_keys() throws Exception {
    Channel on = withKey(guarded(calls -> calls), "k1");
    assertThat(call(on, "book")).isEqualTo("order 1");
    assertThat(ClientCalls.blockingUnaryCall(on, FIND, CallOptions.DEFAULT, "book"))
        .isEqualTo("order 2");
  }

  @Test
  void a_key_that_is_required_missing_malformed_or_reused_is_refused() throws Exception {
    Channel on = guarded(calls -> calls.requireKeyFor("shop.Orders/Place"));
    assertRefused(on, "book", Status.Code.INVALID_ARGUMENT, "key-missing");
    assertRefused(withKey(on, "a", "b"), "book", Status.Code.INVALID_ARGUMENT, "key-malformed");
    assertRefused(withKey(on, " "), "book", Status.Code.INVALID_ARGUMENT, "key-malformed");
    assertRefused(
        withKey(on, "k".repeat(256)), "book", Status.Code.INVALID_ARGUMENT, "key-malformed");
    assertThat(call(withKey(on, "k1"), "book")).isEqualTo("order 1");
    assertRefused(withKey(on, "k1"), "pen", Status.Code.FAILED_PRECONDITION, "key-reused");
    assertThat(handled).containsExactly("book");
  }

  @Test
  void a_call_with_a_key_must_be_authenticated_and_principals_do_not_share_keys() throws Exception {
    AtomicReference<String> user = new AtomicReference<>();
    ServerInterceptor authentication =
        new ServerInterceptor() {
          @Override
          public <Q, A> ServerCall.Listener<Q> interceptCall(
              ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            return Contexts.interceptCall(
                Context.current().withValue(USER, user.get()), call, headers, next);
          }
        };
    IdempotentCalls calls =
        IdempotentCalls.of(store, Runnable::run)
            .guard(guard -> guard.withEnvironment(time))
            .principal(call -> USER.get());
    Channel on = withKey(start(IdempotencyServerInterceptor.of(calls), authentication), "k1");
    handler =
        (request, responses) -> {
          responses.onNext(USER.get() + " " + handled.size());
          responses.onCompleted();
        };
    assertRefused(on, "book", Status.Code.UNAUTHENTICATED, "principal-missing");
    user.set("ann");
    assertThat(call(on, "book")).isEqualTo("ann 1");
    user.set("bob");
    assertThat(call(on, "book")).isEqualTo("bob 2");
    user.set("ann");
    assertThat(call(on, "book")).isEqualTo("ann 1");
    user.set("c".repeat(1_000));
    assertThat(call(on, "book")).startsWith("ccc").endsWith(" 3");
  }

  @Test
  void without_other_settings_the_principal_is_that_of_the_clients_certificate() throws Exception {
    Channel on =
        withKey(
            start(IdempotencyServerInterceptor.of(IdempotentCalls.of(store, Runnable::run))), "k");
    assertRefused(on, "book", Status.Code.UNAUTHENTICATED, "principal-missing");
  }

  @Test
  void a_definitive_failure_is_replayed_with_its_trailers() throws Exception {
    handler =
        (request, responses) -> {
          Metadata trailers = new Metadata();
          trailers.put(DETAIL, new byte[] {1, -1, 0});
          trailers.put(ascii("reason"), "sold out");
          trailers.put(ascii("set-cookie"), "secret");
          responses.onError(
              Status.NOT_FOUND.withDescription("no such book").asRuntimeException(trailers));
        };
    Channel on = withKey(guarded(calls -> calls), "k1");
    for (int i = 0; i < 2; i++) {
      boolean replayed = i == 1;
      assertThatThrownBy(() -> call(on, "book"))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              failure -> {
                assertThat(failure).hasMessage("NOT_FOUND: no such book");
                assertThat(failure.getTrailers().get(DETAIL)).containsExactly(1, -1, 0);
                assertThat(failure.getTrailers().get(ascii("reason"))).isEqualTo("sold out");
                assertThat(failure.getTrailers().get(ascii("set-cookie")))
                    .isEqualTo(replayed ? null : "secret");
              });
    }
    assertThat(handled).hasSize(1);
  }

  @Test
  void a_transient_failure_and_an_exception_release_the_key() throws Exception {
    handler = (request, responses) -> responses.onError(Status.UNAVAILABLE.asRuntimeException());
    Channel on = withKey(guarded(calls -> calls), "k1");
    assertThatThrownBy(() -> call(on, "book")).hasMessageStartingWith("UNAVAILABLE");
    handler =
        (request, responses) -> {
          throw new IllegalStateException("broken");
        };
    assertThatThrownBy(() -> call(on, "book")).hasMessageStartingWith("UNKNOWN");
    handler =
        (request, responses) -> {
          responses.onNext("done");
          responses.onCompleted();
        };
    assertThat(call(on, "book")).isEqualTo("done");
    assertThat(handled).hasSize(3);
  }

  @Test
  void a_duplicate_waits_for_the_running_handler() throws Exception {
    AtomicReference<StreamObserver<String>> open = new AtomicReference<>();
    handler = (request, responses) -> open.set(responses);
    Channel on = withKey(guarded(calls -> calls), "k1");
    Future<String> first = begin(on);
    Future<String> duplicate = begin(on);
    assertThat(handled).hasSize(1);
    assertThat(duplicate.isDone()).isFalse();
    open.get().onNext("done");
    open.get().onCompleted();
    time.runUntilIdle();
    assertThat(first.get()).isEqualTo("done");
    assertThat(duplicate.get()).isEqualTo("done");
    assertThat(handled).hasSize(1);
  }

  private static Future<String> begin(Channel on) {
    return ClientCalls.futureUnaryCall(on.newCall(PLACE, CallOptions.DEFAULT), "book");
  }

  @Test
  void a_duplicate_that_has_waited_long_enough_is_pushed_back_by_the_remaining_lease()
      throws Exception {
    handler = (request, responses) -> {};
    Channel on =
        withKey(
            guarded(
                calls ->
                    calls.guard(
                        guard ->
                            guard.lease(Duration.ofSeconds(30)).waitAtMost(Duration.ofSeconds(5)))),
            "k1");
    Future<String> unused = begin(on);
    Future<String> duplicate = begin(on);
    time.runUntilIdle();
    assertThatThrownBy(duplicate::get)
        .cause()
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            failure -> {
              assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.ABORTED);
              assertThat(failure.getTrailers().get(REFUSAL)).isEqualTo("outcome-pending");
              assertThat(Long.parseLong(pushback(failure))).isBetween(24_900L, 25_000L);
            });
  }

  @Test
  void a_client_that_gives_up_does_not_stop_the_handler_and_its_retry_gets_the_response()
      throws Exception {
    AtomicReference<StreamObserver<String>> open = new AtomicReference<>();
    AtomicReference<Context> seen = new AtomicReference<>();
    handler =
        (request, responses) -> {
          open.set(responses);
          seen.set(Context.current());
        };
    Channel on = withKey(guarded(calls -> calls), "k1");
    assertThat(begin(on).cancel(true)).isTrue();
    assertThat(seen.get().isCancelled()).isFalse();
    open.get().onNext("done");
    open.get().onCompleted();
    assertThat(call(on, "book")).isEqualTo("done");
    assertThat(handled).hasSize(1);
  }

  @Test
  void a_client_that_gives_up_while_it_waits_leaves_no_timer() throws Exception {
    handler = (request, responses) -> {};
    Channel on = withKey(guarded(calls -> calls), "k1");
    Future<String> first = begin(on);
    Future<String> duplicate = begin(on);
    assertThat(time.pending()).isPositive();
    assertThat(duplicate.cancel(true)).isTrue();
    assertThat(time.pending()).isZero();
    assertThat(first.isDone()).isFalse();
  }

  @Test
  void a_response_that_is_too_long_is_sent_and_not_replayed() throws Exception {
    Channel on = withKey(guarded(calls -> calls.guard(guard -> guard.maxOutcomeBytes(10))), "k1");
    assertThat(call(on, "book")).isEqualTo("order 1");
    assertRefused(on, "book", Status.Code.FAILED_PRECONDITION, "outcome-not-replayable");
    assertThat(handled).hasSize(1);
  }

  @Test
  void a_request_that_is_too_long_is_refused() throws Exception {
    Channel on = withKey(guarded(calls -> calls.maxRequestBytes(4)), "k1");
    assertRefused(on, "books", Status.Code.RESOURCE_EXHAUSTED, "request-too-large");
    assertThat(call(on, "book")).isEqualTo("order 1");
  }

  @Test
  void a_request_of_two_messages_is_refused_before_the_handler_runs() throws Exception {
    Channel on = withKey(guarded(calls -> calls), "k1");
    ClientCall<String, String> call = on.newCall(PLACE, CallOptions.DEFAULT);
    List<Status> ends = new ArrayList<>();
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            ends.add(status);
          }
        },
        new Metadata());
    call.request(2);
    call.sendMessage("first");
    call.sendMessage("second");
    call.halfClose();
    assertThat(ends).extracting(Status::getCode).doesNotContain(Status.Code.OK).hasSize(1);
    assertThat(handled).isEmpty();
  }

  @Test
  void a_full_store_refuses_before_the_handler_runs() throws Exception {
    Channel on =
        start(
            IdempotencyServerInterceptor.of(
                IdempotentCalls.of(new InMemoryIdempotencyStore(1), Runnable::run)
                    .allowAnonymous()));
    handler = (request, responses) -> {};
    Future<String> running = begin(withKey(on, "k1"));
    assertRefused(withKey(on, "k2"), "book", Status.Code.UNAVAILABLE, "unavailable");
    assertThat(running.isDone()).isFalse();
    assertThat(handled).hasSize(1);
  }

  @Test
  void the_response_of_a_handler_that_lost_its_lease_is_discarded() throws Exception {
    AtomicReference<StreamObserver<String>> open = new AtomicReference<>();
    handler = (request, responses) -> open.compareAndSet(null, responses);
    Channel on =
        withKey(
            guarded(
                calls ->
                    calls.guard(
                        guard ->
                            guard.lease(Duration.ofSeconds(1)).waitAtMost(Duration.ofSeconds(3)))),
            "k1");
    Future<String> slow = begin(on);
    Future<String> second = begin(on);
    time.runUntilIdle();
    assertThat(handled).hasSize(2);
    open.get().onNext("late");
    open.get().onCompleted();
    assertThatThrownBy(slow::get).cause().hasMessageStartingWith("ABORTED");
    assertThat(second.isDone()).isFalse();
  }

  @Test
  void a_handler_can_read_its_key_and_record_in_its_own_transaction() throws Exception {
    List<String> seen = new ArrayList<>();
    handler =
        (request, responses) -> {
          GuardedCall guarded = GuardedCall.current();
          seen.add(guarded == null ? "none" : guarded.token() + " " + guarded.key().key());
          if (guarded != null) {
            guarded.renew();
            assertThat(guarded.leaseLeft()).isEqualTo(Duration.ofMinutes(1));
            guarded.recordIn(store, "recorded");
          }
          responses.onNext("recorded");
          responses.onCompleted();
        };
    Channel on = guarded(calls -> calls);
    assertThat(call(on, "book")).isEqualTo("recorded");
    assertThat(call(withKey(on, "k1"), "book")).isEqualTo("recorded");
    assertThat(call(withKey(on, "k1"), "book")).isEqualTo("recorded");
    assertThat(seen).containsExactly("none", "1 k1");
  }

  @Test
  void a_retried_call_whose_first_response_was_lost_is_processed_once() throws Exception {
    AtomicReference<StreamObserver<String>> open = new AtomicReference<>();
    handler = (request, responses) -> open.set(responses);
    Retry retry =
        Retry.of(
                RetryPolicy.builder()
                    .maxAttempts(2)
                    .attemptTimeout(Duration.ofSeconds(1))
                    .backoff(Backoff.fixed(Duration.ofMillis(100)).jitter(Jitter.none()))
                    .idempotency(Idempotency.KEYED)
                    .build())
            .withBudget(RetryBudget.unlimited())
            .withEnvironment(time);
    Channel on =
        ClientInterceptors.intercept(
            guarded(calls -> calls), RetryClientInterceptor.of(GrpcRetry.of(retry)));
    Future<String> result = begin(on);
    time.advance(Duration.ofMillis(1_200));
    open.get().onNext("done");
    open.get().onCompleted();
    time.runUntilIdle();
    assertThat(result.get()).isEqualTo("done");
    assertThat(handled).hasSize(1);
  }

  @Test
  void settings_outside_their_bounds_are_refused_with_their_name() {
    IdempotentCalls calls = IdempotentCalls.of(store, Runnable::run);
    assertThatThrownBy(() -> calls.maxRequestBytes(-1)).hasMessageContaining("maxRequestBytes");
    assertThatThrownBy(() -> calls.requireKeyFor("Place")).hasMessageContaining("requireKeyFor");
    assertThatThrownBy(() -> calls.application(" ")).hasMessageContaining("application");
    assertThatThrownBy(() -> calls.recordedCodes(Status.Code.ABORTED))
        .hasMessageContaining("recordedCodes");
    assertThatThrownBy(() -> OverloadServerInterceptor.perSecond(0))
        .hasMessageContaining("perSecond");
    assertThatThrownBy(() -> OverloadServerInterceptor.perSecond(1).withCode(Status.Code.ABORTED))
        .hasMessageContaining("ABORTED");
  }

  @Test
  void calls_above_the_capacity_are_refused_each_with_its_own_slot() throws Exception {
    TickSource ticks = time.ticks();
    Channel on =
        start(
            OverloadServerInterceptor.perSecond(2).horizon(Duration.ofSeconds(1)).withTicks(ticks));
    assertThat(call(on, "book")).isEqualTo("order 1");
    assertThat(call(on, "book")).isEqualTo("order 2");
    List<String> pushbacks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> call(on, "book"))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              failure -> {
                assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
                pushbacks.add(String.valueOf(pushback(failure)));
              });
    }
    assertThat(pushbacks).containsExactly("1000", "1500", "null");
    assertThat(handled).hasSize(2);
  }

  @Test
  void a_refused_call_is_retried_at_its_slot() throws Exception {
    Channel on =
        start(
            OverloadServerInterceptor.perSecond(1)
                .withTicks(time.ticks())
                .withCode(Status.Code.UNAVAILABLE));
    Retry retry =
        Retry.of(RetryPolicy.builder().hintJitter(0).build())
            .withBudget(RetryBudget.unlimited())
            .withEnvironment(time);
    Channel retried =
        ClientInterceptors.intercept(on, RetryClientInterceptor.of(GrpcRetry.of(retry)));
    List<Future<String>> calls = List.of(begin(retried), begin(retried), begin(retried));
    time.runUntilIdle();
    for (Future<String> one : calls) {
      assertThat(one.get()).startsWith("order");
    }
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(2));
    assertThat(handled).hasSize(3);
  }
}
