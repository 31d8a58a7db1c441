package dev.reprise.grpc;

import dev.reprise.Retry;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts the calls below: one for each attempt, all with the same request. Has no state of the
 * call; the request is filled before the first attempt.
 */
final class AttemptStarter<ReqT, RespT> {

  /** One for the response, and one to see whether the server sends more, as stubs request. */
  private static final int UNARY_REQUESTS = 2;

  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private final GrpcPlanner planner;
  private final MethodDescriptor<ReqT, RespT> method;
  private final CallOptions options;
  private final Channel channel;
  private final RequestBuffer<ReqT> request;

  AttemptStarter(
      GrpcPlanner planner,
      MethodDescriptor<ReqT, RespT> method,
      CallOptions options,
      Channel channel) {
    this.planner = planner;
    this.options = options;
    this.channel = channel;
    request = new RequestBuffer<>(method.getRequestMarshaller(), planner.limit());
    this.method = method.toBuilder(request, method.getResponseMarshaller()).build();
  }

  GrpcPlanner planner() {
    return planner;
  }

  CallOptions options() {
    return options;
  }

  RequestBuffer<ReqT> request() {
    return request;
  }

  boolean isStreaming() {
    return method.getType() == MethodDescriptor.MethodType.SERVER_STREAMING;
  }

  /** The retry of the call, whose request is complete. */
  Retry retryFor(Metadata headers, @Nullable Deadline deadline) {
    return planner.retryFor(method, options, channel, headers, deadline, request.isRepeatable());
  }

  /**
   * Starts the call of an attempt and sends the request.
   *
   * @param headers those of the caller
   * @param requested messages that the caller of a stream has requested; the response of a unary
   *     call is requested at once, since it is held until the attempt has ended
   */
  void start(AttemptCall<RespT> attempt, Metadata headers, int requested) {
    ClientCall<ReqT, RespT> made = channel.newCall(method, optionsOf(attempt));
    attempt.setCall(made);
    made.start(attempt, planner.headersOf(headers, attempt.attempt()));
    Boolean compression = request.compression();
    if (compression != null) {
      made.setMessageCompression(compression);
    }
    int count = isStreaming() ? requested : UNARY_REQUESTS;
    if (count > 0) {
      made.request(count);
    }
    request.sendTo(made);
    made.halfClose();
  }

  private CallOptions optionsOf(AttemptCall<RespT> attempt) {
    CallOptions own =
        options
            .withOption(RetryClientInterceptor.ATTEMPT, attempt.attempt())
            .withStreamTracerFactory(attempt.facts());
    long left = nanosOf(attempt.attempt().timeLeft());
    attempt.setLimit(left);
    if (isStreaming() || left == Long.MAX_VALUE) {
      return own;
    }
    Deadline limit = Deadline.after(left, TimeUnit.NANOSECONDS);
    attempt.setDeadline(limit);
    Deadline given = options.getDeadline();
    return own.withDeadline(given == null ? limit : limit.minimum(given));
  }

  static long nanosOf(Duration duration) {
    return duration.compareTo(LONGEST) >= 0 ? Long.MAX_VALUE : duration.toNanos();
  }
}
