package dev.reprise.examples.grpc;

import dev.reprise.grpc.server.IdempotencyServerInterceptor;
import dev.reprise.grpc.server.IdempotentCalls;
import dev.reprise.grpc.server.OverloadServerInterceptor;
import dev.reprise.idempotency.store.IdempotencyStore;
import io.grpc.Context;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import java.io.IOException;
import java.util.concurrent.Executor;

/** A server that processes a call with a key once, and refuses calls above its capacity. */
public final class OrdersServer {

  /** The user, as the authentication found it. */
  public static final Context.Key<String> USER = Context.key("user");

  private OrdersServer() {}

  /**
   * Starts a server.
   *
   * @param builder the port
   * @param orders the service
   * @param authentication sets {@link #USER} in the context
   * @param store keeps the responses
   * @param executor runs the handlers
   * @return the started server
   * @throws IOException if the port cannot be opened
   */
  public static Server start(
      ServerBuilder<?> builder,
      ServerServiceDefinition orders,
      ServerInterceptor authentication,
      IdempotencyStore store,
      Executor executor)
      throws IOException {
    IdempotentCalls calls = IdempotentCalls.of(store, executor).requireKeyFor("shop.Orders/Place");

    return builder
        .addService(orders)
        .executor(executor)
        .intercept(IdempotencyServerInterceptor.of(calls.principal(call -> USER.get())))
        .intercept(authentication)
        .intercept(OverloadServerInterceptor.perSecond(100))
        .build()
        .start();
  }
}
