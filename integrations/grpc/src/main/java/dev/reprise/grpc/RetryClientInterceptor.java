package dev.reprise.grpc;

import dev.reprise.function.Attempt;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import java.util.Objects;

/**
 * Retries the unary and server-streaming calls of a channel.
 *
 * <pre>{@code
 * ManagedChannel channel =
 *     NettyChannelBuilder.forTarget("dns:///orders:443")
 *         .disableRetry()
 *         .intercept(RetryClientInterceptor.of(GrpcRetry.of(retry)))
 *         .build();
 * }</pre>
 *
 * <p>Interceptors that are added to the channel after it see one call; those added before it see
 * each attempt (grpc calls the interceptor first that was added last). Immutable, and safe for use
 * by any thread. No method accepts null.
 *
 * <h2>What is retried</h2>
 *
 * <p>{@link GrpcRules} decides by the status. A unary call is retried until an attempt has ended
 * with OK: its response header and message are held until then. A server-streaming call is retried
 * until the first response header or message, which is delivered at once; a failure after that is
 * delivered to the caller. Calls with several request messages (client-streaming and bidirectional)
 * pass through unchanged.
 *
 * <p>The first attempt begins when the caller half-closes the call, as all stubs do at once. The
 * request is serialised once and buffered until the call is committed, see {@link
 * GrpcRetry#bufferingUpTo}.
 *
 * <p>The hints {@code grpc-retry-pushback-ms} and {@code google.rpc.RetryInfo} are followed; a
 * negative or malformed pushback ends the call.
 *
 * <h2>Time</h2>
 *
 * <p>The earlier of the caller's deadline and the time limit of the policy limits the call. The
 * deadline of each attempt of a unary call is the remaining time of the attempt, so that the server
 * knows it. For a server-streaming call the policy limits only the time until the first response
 * header or message; the caller's deadline limits the stream.
 *
 * <h2>The result</h2>
 *
 * <p>The caller receives status and trailers of the last attempt. The cause of the status is the
 * exception of that attempt, with the {@link dev.reprise.report.RetryReport} attached.
 *
 * <h2>Retries of the channel</h2>
 *
 * <p>If the channel has a retry policy in its service config, it has retried a failed attempt
 * before the interceptor sees the failure. Such a failure is not retried again, unless the policy
 * has {@link dev.reprise.policy.Nesting#MULTIPLY}. Call {@code disableRetry()} on the channel to
 * leave all retries to this interceptor.
 *
 * <h2>Threads</h2>
 *
 * <p>The caller's listener is called by one thread at a time, on the executor of the call. If the
 * call has none, what is not caused by a response (a cancel, a timeout) is delivered on the
 * executor of the retry's environment. The caller's {@link io.grpc.Context} is current in all
 * attempts and callbacks; its cancellation ends the call.
 */
public final class RetryClientInterceptor implements ClientInterceptor {

  /** The attempt that a call belongs to, in the options of calls below the interceptor. */
  public static final CallOptions.Key<Attempt> ATTEMPT =
      CallOptions.Key.create("dev.reprise.grpc.attempt");

  private final GrpcPlanner planner;

  RetryClientInterceptor(GrpcPlanner planner) {
    this.planner = planner;
  }

  /**
   * An interceptor that retries calls.
   *
   * @param retry the settings; create them once for the channel
   * @return an interceptor for {@code ManagedChannelBuilder.intercept} or {@code
   *     AbstractStub.withInterceptors}
   */
  public static RetryClientInterceptor of(GrpcRetry retry) {
    return new RetryClientInterceptor(new GrpcPlanner(Objects.requireNonNull(retry, "retry")));
  }

  /** Begins a call; one that cannot be retried is that of the channel. */
  @Override
  public <ReqT, RespT> ClientCall<ReqT, RespT> interceptCall(
      MethodDescriptor<ReqT, RespT> method, CallOptions options, Channel next) {
    MethodDescriptor.MethodType type = method.getType();
    boolean retried =
        type == MethodDescriptor.MethodType.UNARY
            || type == MethodDescriptor.MethodType.SERVER_STREAMING;
    return retried
        ? new RetriedClientCall<>(new AttemptStarter<>(planner, method, options, next))
        : next.newCall(method, options);
  }
}
