package dev.reprise.grpc;

import io.grpc.Metadata;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The hint of a server in the trailers of a failed attempt: {@code grpc-retry-pushback-ms} (gRFC
 * A6), or {@code google.rpc.RetryInfo} in {@code grpc-status-details-bin}. If there are both, the
 * longer wait applies.
 *
 * @param delay the minimum wait; null if there is no hint
 * @param endsCall true if the server forbids a retry: a negative or malformed pushback
 */
record ServerHint(@Nullable Duration delay, boolean endsCall) {

  static final Metadata.Key<String> PUSHBACK =
      Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);
  static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private static final ServerHint NONE = new ServerHint(null, false);
  private static final ServerHint END = new ServerHint(null, true);
  private static final String RETRY_INFO = "/google.rpc.RetryInfo";
  private static final int MAX_DIGITS = 18;
  private static final int MAX_DETAILS_BYTES = 65_536;
  private static final long MAX_SECONDS = 315_576_000_000L; // google.protobuf.Duration
  private static final long MAX_NANOS = 999_999_999;

  static ServerHint of(@Nullable Metadata trailers) {
    if (trailers == null) {
      return NONE;
    }
    String pushback = trailers.get(PUSHBACK);
    Duration wait = pushback == null ? null : millis(pushback);
    if (pushback != null && wait == null) {
      return END;
    }
    Duration info = retryInfo(trailers.get(DETAILS));
    if (info != null && (wait == null || info.compareTo(wait) > 0)) {
      wait = info;
    }
    return wait == null ? NONE : new ServerHint(wait, false);
  }

  /** Reads a whole number of milliseconds; null if it is negative or anything else. */
  private static @Nullable Duration millis(String text) {
    boolean digits = !text.isEmpty() && text.length() <= MAX_DIGITS;
    for (int i = 0; digits && i < text.length(); i++) {
      digits = text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    return digits ? Duration.ofMillis(Long.parseLong(text)) : null;
  }

  /** Reads {@code google.rpc.Status}; null if it has no valid delay. */
  static @Nullable Duration retryInfo(byte @Nullable [] details) {
    if (details == null || details.length > MAX_DETAILS_BYTES) {
      return null;
    }
    Duration found = null;
    ProtoReader status = new ProtoReader(details);
    while (status.next()) {
      if (found == null && status.is(3, ProtoReader.LENGTH_DELIMITED)) {
        found = delayOfDetail(status.message());
      }
    }
    return status.isMalformed() ? null : found;
  }

  /** Reads {@code google.protobuf.Any}: its type (1) and its value (2), in any order. */
  private static @Nullable Duration delayOfDetail(ProtoReader any) {
    boolean isRetryInfo = false;
    ProtoReader value = null;
    while (any.next()) {
      if (any.is(1, ProtoReader.LENGTH_DELIMITED)) {
        isRetryInfo = any.endsWith(RETRY_INFO);
      } else if (any.is(2, ProtoReader.LENGTH_DELIMITED)) {
        value = any.message();
      }
    }
    return isRetryInfo && value != null && !any.isMalformed() ? delayOfInfo(value) : null;
  }

  /** Reads {@code google.rpc.RetryInfo}: its delay (1). */
  private static @Nullable Duration delayOfInfo(ProtoReader info) {
    Duration delay = null;
    while (info.next()) {
      if (info.is(1, ProtoReader.LENGTH_DELIMITED)) {
        delay = duration(info.message());
      }
    }
    return info.isMalformed() ? null : delay;
  }

  /** Reads {@code google.protobuf.Duration}: seconds (1) and nanos (2). */
  private static @Nullable Duration duration(ProtoReader duration) {
    long seconds = 0;
    long nanos = 0;
    while (duration.next()) {
      if (duration.is(1, ProtoReader.VARINT)) {
        seconds = duration.number();
      } else if (duration.is(2, ProtoReader.VARINT)) {
        nanos = duration.number();
      }
    }
    boolean valid =
        !duration.isMalformed()
            && seconds >= 0
            && seconds <= MAX_SECONDS
            && nanos >= 0
            && nanos <= MAX_NANOS;
    return valid ? Duration.ofSeconds(seconds, nanos) : null;
  }
}
