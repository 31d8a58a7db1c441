package dev.reprise.grpc.server;

import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.key.InvalidIdempotencyKeyException;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Applies {@link IdempotentCalls} on a server: the handler processes the first call with a key, and
 * duplicates get the recorded response.
 *
 * <pre>{@code
 * IdempotentCalls calls = IdempotentCalls.of(store, executor).requireKeyFor("shop.Orders/Place");
 * Server server =
 *     NettyServerBuilder.forPort(443)
 *         .executor(executor)
 *         .addService(orders)
 *         .intercept(IdempotencyServerInterceptor.of(calls))
 *         .intercept(authentication)
 *         .build();
 * }</pre>
 *
 * <p>The server calls the interceptor first that was added last: add this one before
 * authentication. Only unary calls are guarded; streaming calls and calls without a key pass
 * through unchanged.
 *
 * <h2>A guarded call</h2>
 *
 * <p>The handler runs on the executor of the settings, in the caller's {@link io.grpc.Context}
 * without its deadline and cancellation: a client that has given up does not stop the handler,
 * because its next try gets the recorded response. So the handler's {@code isCancelled()} is false.
 * A response is held in memory until it is recorded, and then sent.
 *
 * <p>Immutable, and safe for use by any thread. No method accepts or returns null.
 */
public final class IdempotencyServerInterceptor implements ServerInterceptor {

  private final IdempotentCalls calls;

  private IdempotencyServerInterceptor(IdempotentCalls calls) {
    this.calls = calls;
  }

  /**
   * An interceptor.
   *
   * @param calls the settings
   * @return the interceptor, for {@code ServerBuilder.intercept} or {@code ServerInterceptors}
   */
  public static IdempotencyServerInterceptor of(IdempotentCalls calls) {
    return new IdempotencyServerInterceptor(Objects.requireNonNull(calls, "calls"));
  }

  /** Processes a call with a key once. */
  @Override
  public <ReqT, RespT> ServerCall.Listener<ReqT> interceptCall(
      ServerCall<ReqT, RespT> call, Metadata headers, ServerCallHandler<ReqT, RespT> next) {
    MethodDescriptor<ReqT, RespT> method = call.getMethodDescriptor();
    List<String> keys = keysOf(headers);
    boolean required = calls.requiresKey(method.getFullMethodName());
    if (method.getType() != MethodDescriptor.MethodType.UNARY || (keys.isEmpty() && !required)) {
      return next.startCall(call, headers);
    }
    try {
      GuardedListener<ReqT, RespT> guarded =
          new GuardedListener<>(calls, keyOf(call, keys), call, headers, next);
      call.request(2); // a second message is an error, which grpc reports
      return guarded;
    } catch (RefusedCallException refused) {
      refused.close(call);
      return new ServerCall.Listener<>() {};
    }
  }

  private List<String> keysOf(Metadata headers) {
    Iterable<String> found = headers.getAll(calls.keyMetadata());
    List<String> keys = new ArrayList<>();
    if (found != null) {
      found.forEach(keys::add);
    }
    return keys;
  }

  private IdempotencyKey keyOf(ServerCall<?, ?> call, List<String> keys)
      throws RefusedCallException {
    if (keys.isEmpty()) {
      throw new RefusedCallException(
          Refusal.KEY_MISSING, "This call needs the metadata " + calls.keyMetadata().name());
    }
    if (keys.size() > 1) {
      throw new RefusedCallException(
          Refusal.KEY_MALFORMED, "There are " + keys.size() + " idempotency keys");
    }
    try {
      return IdempotencyKey.of(
          calls.principalOf(call), calls.operationOf(call.getMethodDescriptor()), keys.get(0));
    } catch (InvalidIdempotencyKeyException invalid) {
      throw new RefusedCallException(Refusal.KEY_MALFORMED, String.valueOf(invalid.getMessage()));
    }
  }

  /**
   * The settings.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return calls.toString();
  }
}
