package dev.reprise.grpc;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.VirtualTime;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Calls of a real server in this process, in virtual time; everything runs on the test's thread.
 */
abstract class InProcessCalls {

  static final MethodDescriptor<String, String> CALL = Texts.unary("shop.Orders/Place");
  static final MethodDescriptor<String, String> LIST = Texts.serverStreaming("shop.Orders/List");
  static final Metadata.Key<String> KEY =
      Metadata.Key.of("idempotency-key", Metadata.ASCII_STRING_MARSHALLER);

  final VirtualTime time = VirtualTime.seeded(1);
  final List<Step> script = new ArrayList<>();
  final List<Received> received = new ArrayList<>();
  final String name = InProcessServerBuilder.generateName();
  Server server;
  ManagedChannel channel;

  /** What the server does with one call, after it has received the complete request. */
  interface Step {
    void answer(ServerCall<String, String> call);
  }

  record Received(Duration at, String message, Metadata headers, Deadline deadline) {}

  @BeforeEach
  void start() throws IOException {
    ServerServiceDefinition service =
        ServerServiceDefinition.builder("shop.Orders")
            .addMethod(CALL, handler())
            .addMethod(LIST, handler())
            .build();
    server = InProcessServerBuilder.forName(name).directExecutor().addService(service).build();
    server.start();
    channel = InProcessChannelBuilder.forName(name).directExecutor().disableRetry().build();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  ServerCallHandler<String, String> handler() {
    return (call, headers) -> {
      call.request(2);
      return new ServerCall.Listener<>() {
        String message = "";

        @Override
        public void onMessage(String text) {
          message = text;
        }

        @Override
        public void onHalfClose() {
          received.add(
              new Received(time.elapsed(), message, headers, Context.current().getDeadline()));
          script.get(Math.min(received.size(), script.size()) - 1).answer(call);
        }
      };
    };
  }

  static Step fails(Status status) {
    return call -> call.close(status, new Metadata());
  }

  static Step pushesBack(Status status, String millis) {
    return call -> {
      Metadata trailers = new Metadata();
      trailers.put(ServerHint.PUSHBACK, millis);
      call.close(status, trailers);
    };
  }

  static Step answers(String... messages) {
    return call -> {
      call.sendHeaders(new Metadata());
      for (String message : messages) {
        call.sendMessage(message);
      }
      call.close(Status.OK, new Metadata());
    };
  }

  static Step hangs() {
    return call -> {};
  }

  static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .maxAttempts(3)
        .hintJitter(0)
        .backoff(Backoff.fixed(Duration.ofMillis(100)).jitter(Jitter.none()));
  }

  Retry retry(RetryPolicyBuilder policy) {
    return Retry.of(policy.build()).withBudget(RetryBudget.unlimited()).withEnvironment(time);
  }

  Channel retried(RetryPolicyBuilder policy) {
    return retried(GrpcRetry.of(retry(policy)));
  }

  Channel retried(GrpcRetry settings) {
    return ClientInterceptors.intercept(channel, RetryClientInterceptor.of(settings));
  }

  Future<String> call(Channel on) {
    return call(on, CallOptions.DEFAULT);
  }

  Future<String> call(Channel on, CallOptions options) {
    return ClientCalls.futureUnaryCall(on.newCall(CALL, options), "request");
  }

  String answer(Future<String> future) throws Exception {
    return time.await(future).get();
  }

  StatusRuntimeException failure(Future<String> future) {
    time.await(future);
    try {
      throw new AssertionError("returned " + future.get());
    } catch (Exception failed) {
      return (StatusRuntimeException) failed.getCause();
    }
  }

  static RetryReport report(StatusRuntimeException failure) {
    return RetryReport.of(failure).orElseThrow();
  }

  static RetryPolicyBuilder hedged() {
    return policy().idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(Duration.ofMillis(50)));
  }
}
