package dev.reprise.grpc;

import dev.reprise.Retry;
import dev.reprise.grpc.server.GuardedCall;
import dev.reprise.grpc.server.IdempotencyServerInterceptor;
import dev.reprise.grpc.server.IdempotentCalls;
import dev.reprise.grpc.server.OverloadServerInterceptor;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.policy.RetryPolicy;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import java.time.Duration;
import java.util.concurrent.Executor;

/** The code of the snippets in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static GrpcRetry settings() {
    GrpcRetry settings =
        GrpcRetry.of(Retry.of(RetryPolicy.builder().maxAttempts(4).build()))
            .idempotentMethod("shop.Orders/Find");
    return settings;
  }

  static ManagedChannel channel(Retry retry) {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget("dns:///orders:443")
            .disableRetry()
            .intercept(RetryClientInterceptor.of(GrpcRetry.of(retry)))
            .build();
    return channel;
  }

  static Server overload(ServerServiceDefinition orders) {
    Server server =
        NettyServerBuilder.forPort(443)
            .addService(orders)
            .intercept(OverloadServerInterceptor.perSecond(100))
            .build();
    return server;
  }

  static Server guarded(
      ServerServiceDefinition orders,
      IdempotencyStore store,
      Executor executor,
      ServerInterceptor authentication) {
    IdempotentCalls calls = IdempotentCalls.of(store, executor).requireKeyFor("shop.Orders/Place");
    Server server =
        NettyServerBuilder.forPort(443)
            .executor(executor)
            .addService(orders)
            .intercept(IdempotencyServerInterceptor.of(calls))
            .intercept(authentication)
            .build();
    return server;
  }

  static IdempotentCalls calls(IdempotencyStore store, Executor executor) {
    IdempotentCalls calls =
        IdempotentCalls.of(store, executor)
            .guard(guard -> guard.lease(Duration.ofSeconds(30)))
            .requireKeyFor("shop.Orders/Place");
    return calls;
  }

  static void record(IdempotencyStore storeInTransaction, Object receipt) {
    GuardedCall guarded = GuardedCall.current();
    if (guarded != null) {
      guarded.recordIn(storeInTransaction, receipt);
    }
  }
}
