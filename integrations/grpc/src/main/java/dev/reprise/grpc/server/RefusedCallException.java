package dev.reprise.grpc.server;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Ends a call with a {@link Refusal} instead of the handler's status. */
final class RefusedCallException extends Exception {

  private static final long serialVersionUID = 1;
  private static final Metadata.Key<String> CODE =
      Metadata.Key.of(IdempotentCalls.REFUSAL_METADATA, Metadata.ASCII_STRING_MARSHALLER);

  private final Refusal refusal;
  private final String detail;
  private final @Nullable Duration retryAfter;

  RefusedCallException(Refusal refusal, String detail) {
    this(refusal, detail, null);
  }

  RefusedCallException(Refusal refusal, String detail, @Nullable Duration retryAfter) {
    super(detail, null, false, false);
    this.refusal = refusal;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  void close(ServerCall<?, ?> call) {
    Metadata trailers = new Metadata();
    trailers.put(CODE, refusal.code());
    if (retryAfter != null) {
      OverloadServerInterceptor.Pushback.put(trailers, retryAfter);
    }
    call.close(refusal.status().withDescription(detail), trailers);
  }
}
