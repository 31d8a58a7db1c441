package dev.reprise.servlet;

import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.key.Fingerprint;
import java.net.URI;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** All that is set of requests with keys; changed only before it is shared. */
final class RequestSettings {

  private static final int MOST_HEADER_BYTES = 64 * 1024;
  private static final Set<Integer> NO_OUTCOME = Set.of(401, 403, 408, 409, 425, 429);

  IdempotencyGuard<RecordedResponse> guard;
  Function<? super IncomingRequest, @Nullable String> principal = IncomingRequest::principal;
  boolean anonymous;
  String application = "";
  Function<? super IncomingRequest, String> scope = IncomingRequest::host;
  Set<String> keyRequired = Set.of();
  boolean unquoted;
  int maxRequestBytes = IdempotentRequests.DEFAULT_MAX_REQUEST_BYTES;
  @Nullable BiFunction<? super IncomingRequest, byte[], @Nullable Fingerprint> fingerprint;
  boolean bodyIsRead = true;
  int maxAnswerBytes = IdempotentRequests.DEFAULT_MAX_ANSWER_BYTES;
  IntPredicate recording = status -> status >= 200 && status < 500 && !NO_OUTCOME.contains(status);
  RecordedHeaders keptHeaders = RecordedHeaders.STANDARD;
  @Nullable String replayField = "Idempotency-Replayed";
  @Nullable URI describedAt;

  RequestSettings(IdempotencyGuard<RecordedResponse> guard) {
    this.guard = guard;
  }

  RequestSettings(RequestSettings other) {
    guard = other.guard;
    principal = other.principal;
    anonymous = other.anonymous;
    application = other.application;
    scope = other.scope;
    keyRequired = other.keyRequired;
    unquoted = other.unquoted;
    maxRequestBytes = other.maxRequestBytes;
    fingerprint = other.fingerprint;
    bodyIsRead = other.bodyIsRead;
    maxAnswerBytes = other.maxAnswerBytes;
    recording = other.recording;
    keptHeaders = other.keptHeaders;
    replayField = other.replayField;
    describedAt = other.describedAt;
  }

  /** The guard, with room for a response and its fields. */
  IdempotencyGuard<RecordedResponse> sizedGuard() {
    return guard.maxOutcomeBytes(maxAnswerBytes + MOST_HEADER_BYTES);
  }

  /** The fingerprint; null if the request cannot be distinguished from others. */
  @Nullable Fingerprint fingerprint(IncomingRequest request, RequestBody body) {
    BiFunction<? super IncomingRequest, byte[], @Nullable Fingerprint> own = fingerprint;
    return own == null ? body.fingerprint(request.query()) : own.apply(request, body.bytes());
  }
}
