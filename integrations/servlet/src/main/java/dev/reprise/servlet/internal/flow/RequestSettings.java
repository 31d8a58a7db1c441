package dev.reprise.servlet.internal.flow;

import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.servlet.internal.response.RecordedHeaders;
import dev.reprise.servlet.request.IncomingRequest;
import java.net.URI;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The settings of requests with keys, except the guard. Changed only before they are shared. */
public final class RequestSettings {

  public static final int DEFAULT_MAX_REQUEST_BYTES = 1024 * 1024;
  public static final int DEFAULT_MAX_RESPONSE_BYTES = 64 * 1024;

  /** Methods that are passed on without a look at the key: they have no effect. */
  public static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private static final Set<Integer> NOT_RECORDED = Set.of(401, 403, 408, 409, 425, 429);

  public Function<? super IncomingRequest, @Nullable String> principal = IncomingRequest::principal;
  public boolean allowsAnonymous;
  public String application = "";
  public Function<? super IncomingRequest, String> scope = IncomingRequest::host;
  public Set<String> keyRequired = Set.of();
  public boolean acceptsUnquoted;
  public int maxRequestBytes = DEFAULT_MAX_REQUEST_BYTES;
  public @Nullable BiFunction<? super IncomingRequest, byte[], @Nullable Fingerprint> fingerprint;
  public boolean readsBody = true;
  public int maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES;
  public IntPredicate recordedStatuses =
      status -> status >= 200 && status < 500 && !NOT_RECORDED.contains(status);
  public RecordedHeaders recordedHeaders = RecordedHeaders.STANDARD;
  public @Nullable String replayField = "Idempotency-Replayed";
  public @Nullable URI describedAt;

  public RequestSettings() {}

  /** Copies settings. */
  public RequestSettings(RequestSettings other) {
    principal = other.principal;
    allowsAnonymous = other.allowsAnonymous;
    application = other.application;
    scope = other.scope;
    keyRequired = other.keyRequired;
    acceptsUnquoted = other.acceptsUnquoted;
    maxRequestBytes = other.maxRequestBytes;
    fingerprint = other.fingerprint;
    readsBody = other.readsBody;
    maxResponseBytes = other.maxResponseBytes;
    recordedStatuses = other.recordedStatuses;
    recordedHeaders = other.recordedHeaders;
    replayField = other.replayField;
    describedAt = other.describedAt;
  }

  /** The fingerprint; null if the setting's function returns none for this request. */
  @Nullable Fingerprint fingerprint(IncomingRequest request, RequestBody body) {
    BiFunction<? super IncomingRequest, byte[], @Nullable Fingerprint> custom = fingerprint;
    return custom == null ? body.fingerprint(request.query()) : custom.apply(request, body.bytes());
  }
}
