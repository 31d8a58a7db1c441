package dev.reprise.servlet;

import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.servlet.internal.flow.RequestFlow;
import dev.reprise.servlet.internal.flow.RequestSettings;
import dev.reprise.servlet.internal.flow.ResponseType;
import dev.reprise.servlet.internal.response.ResponseContent;
import dev.reprise.servlet.request.IncomingRequest;
import dev.reprise.text.PrintableText;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Settings for requests that carry an {@code Idempotency-Key} (<a
 * href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The
 * Idempotency-Key HTTP Header Field</a>). The handler processes the first request with a key;
 * duplicates get the recorded response. {@link IdempotencyFilter} and {@link
 * IdempotencyHandlerFilter} apply the settings.
 *
 * <pre>{@code
 * IdempotentRequests requests =
 *     IdempotentRequests.of(store)
 *         .guard(guard -> guard.lease(Duration.ofSeconds(30)))
 *         .requireKeyFor("POST")
 *         .maxRequestBytes(64 * 1024);
 * }</pre>
 *
 * <p><b>Scope.</b> A key is valid for one principal, method, path and host (see {@link #scope}),
 * and for one {@linkplain #application application}: equal keys in different scopes are different
 * keys. Paths are compared without needless percent-encoding (RFC 3986, section 6.2.2), and in a
 * servlet container without dot segments; the JDK's server selects the handler by a path that still
 * has dot segments. The query is part of the fingerprint. GET, HEAD, OPTIONS and TRACE are passed
 * on unchanged, with or without a key.
 *
 * <table>
 *   <caption>Responses that a filter sends instead of the handler, as a problem of RFC 9457 with a
 *   member {@code code}</caption>
 *   <tr><th>status</th><th>code</th><th>condition</th></tr>
 *   <tr><td>as recorded</td><td></td><td>a response is recorded for the key</td></tr>
 *   <tr><td>400</td><td>key-missing</td><td>{@link #requireKeyFor} requires a key</td></tr>
 *   <tr><td>400</td><td>key-malformed</td><td>the key is not one string of RFC 8941 of 1 to 255
 *       characters</td></tr>
 *   <tr><td>400</td><td>fingerprint-missing</td><td>the function for the fingerprint returned
 *       null</td></tr>
 *   <tr><td>403</td><td>principal-missing</td><td>the request is not authenticated, and {@link
 *       #allowAnonymous} is not set</td></tr>
 *   <tr><td>409</td><td>outcome-pending</td><td>the handler still runs for this key, and the
 *       request has waited for the maximum time, or too many requests wait already;
 *       {@code Retry-After} is the remaining lease</td></tr>
 *   <tr><td>409</td><td>outcome-refused</td><td>the handler ran longer than its lease, and another
 *       request took the key over</td></tr>
 *   <tr><td>410</td><td>outcome-not-replayable</td><td>the handler ran, but its response was too
 *       long to be recorded, or cannot be read</td></tr>
 *   <tr><td>413</td><td>body-too-large</td><td>the body is longer than {@link
 *       #maxRequestBytes}</td></tr>
 *   <tr><td>422</td><td>key-reused</td><td>the key was used with another fingerprint</td></tr>
 *   <tr><td>503</td><td>unavailable</td><td>the store failed or is full; the handler did not
 *       run</td></tr>
 * </table>
 *
 * <p><b>Responses</b> of status 2xx, 3xx and 4xx are recorded, except 401, 403, 408, 409, 425 and
 * 429. After any other response, and after an exception of the handler, the key is released, and a
 * retry runs the handler again. A response is held in memory until it is recorded, and then sent to
 * the client. A body longer than {@link #maxResponseBytes} is sent at once; then only the fact that
 * there was a response is recorded.
 *
 * <p><b>Header fields.</b> Only fields that the handler adds or changes are recorded. These are
 * never recorded: {@code Set-Cookie}, {@code Authorization}, {@code WWW-Authenticate} and similar
 * fields, hop-by-hop fields, {@code Content-Length}, {@code Date} and {@code Age}.
 *
 * <p>If the store fails after the handler has run, the client still gets the response, since an
 * error would make it send the request again. The lease remains, so the handler does not run for
 * this key before the lease has ended.
 *
 * <p>Immutable except for the store, and safe for use by any thread. No method accepts null.
 */
public final class IdempotentRequests {

  /** Default of {@link #maxRequestBytes}: {@value} bytes. */
  public static final int DEFAULT_MAX_REQUEST_BYTES = RequestSettings.DEFAULT_MAX_REQUEST_BYTES;

  /** Default of {@link #maxResponseBytes}: {@value} bytes. */
  public static final int DEFAULT_MAX_RESPONSE_BYTES = RequestSettings.DEFAULT_MAX_RESPONSE_BYTES;

  /**
   * Default number of duplicates that wait at the same time, each on a thread of the server:
   * {@value}.
   */
  public static final int DEFAULT_MAX_WAITING = 20;

  private static final ResponseType<RecordedResponse> RESPONSES =
      new ResponseType<>(RecordedResponse::new, RecordedResponse::content);

  private final RequestSettings settings;
  private final IdempotencyGuard<RecordedResponse> guard;

  private IdempotentRequests(RequestSettings settings, IdempotencyGuard<RecordedResponse> guard) {
    this.settings = settings;
    this.guard = guard;
  }

  /**
   * Settings with the defaults: the principal of the server, no anonymous requests, keys optional,
   * request bodies of at most 1 MiB, recorded response bodies of at most 64 KiB, at most 20 waiting
   * duplicates, and otherwise a guard with its own defaults.
   *
   * @param store keeps leases and responses
   * @return the settings
   */
  public static IdempotentRequests of(IdempotencyStore store) {
    return new IdempotentRequests(
        new RequestSettings(),
        IdempotencyGuard.of(store, new RecordedResponseCodec()).maxWaiting(DEFAULT_MAX_WAITING));
  }

  /**
   * Changes the guard: its times and its polling.
   *
   * @param change receives the guard and returns it with another {@code lease}, {@code waitAtMost},
   *     {@code maxWaiting}, {@code keepFor}, {@code polling} or environment; the guard's defaults
   *     if not called. The bound on outcomes is set by {@link #maxResponseBytes}
   * @return a copy with this guard
   */
  public IdempotentRequests guard(UnaryOperator<IdempotencyGuard<RecordedResponse>> change) {
    return new IdempotentRequests(settings, Objects.requireNonNull(change.apply(guard), "guard"));
  }

  /**
   * Sets the source of the principal, for servers that do not authenticate clients themselves.
   *
   * @param principal returns the authenticated principal; null or blank if the request is not
   *     authenticated; {@link IncomingRequest#principal()} by default. It must not return a name
   *     that the client can choose freely: a client could then get the responses to another client
   * @return a copy with this principal
   */
  public IdempotentRequests principal(
      Function<? super IncomingRequest, @Nullable String> principal) {
    Objects.requireNonNull(principal, "principal");
    return with(copy -> copy.principal = principal);
  }

  /**
   * Permits requests without a principal, which are refused with 403 by default. All of them share
   * one scope, which no principal has. A client that guesses another client's key, and sends the
   * same request, gets its response. So keys must be hard to guess, such as a UUID.
   *
   * @return a copy that accepts anonymous requests
   */
  public IdempotentRequests allowAnonymous() {
    return with(copy -> copy.allowsAnonymous = true);
  }

  /**
   * Sets a part of the scope of keys in addition to principal, method and path.
   *
   * @param scope returns any text, empty for none; {@link IncomingRequest#host()} by default, which
   *     separates tenants that differ only by host. If clients may send a retry to another host of
   *     the same service, return a text without the host: otherwise the retry runs a second time
   * @return a copy with this scope
   */
  public IdempotentRequests scope(Function<? super IncomingRequest, String> scope) {
    Objects.requireNonNull(scope, "scope");
    return with(copy -> copy.scope = scope);
  }

  /**
   * Sets the name of the application, so that several applications can share a store, such as a
   * database, without sharing keys.
   *
   * @param name equal in all processes of the application, and different from other applications;
   *     none by default
   * @return a copy with this name
   * @throws IllegalArgumentException if {@code name} is blank
   */
  public IdempotentRequests application(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("application must not be blank");
    }
    return with(copy -> copy.application = name);
  }

  /**
   * Requires a key for some methods. Requests of these methods without a key are refused with 400.
   *
   * @param methods HTTP methods, in any case; they replace earlier ones; none by default
   * @return a copy with this requirement
   * @throws IllegalArgumentException if one of them is GET, HEAD, OPTIONS or TRACE
   */
  public IdempotentRequests requireKeyFor(String... methods) {
    Set<String> required = new TreeSet<>();
    for (String method : methods) {
      String upper = method.toUpperCase(Locale.ROOT);
      if (RequestSettings.SAFE_METHODS.contains(upper)) {
        throw new IllegalArgumentException(
            "requireKeyFor must not name a safe method, but named " + upper);
      }
      required.add(upper);
    }
    return with(copy -> copy.keyRequired = Set.copyOf(required));
  }

  /**
   * Accepts keys without quotes as well. The definition of the field forbids them, but many clients
   * send them. {@code abc} and {@code "abc"} are the same key.
   *
   * @return a copy that accepts both
   */
  public IdempotentRequests acceptUnquoted() {
    return with(copy -> copy.acceptsUnquoted = true);
  }

  /**
   * Sets the longest body of a request, which is read into memory for the fingerprint. Requests
   * with a longer body are refused with 413.
   *
   * @param maxRequestBytes length in bytes, at least 0; 1,048,576 by default
   * @return a copy with this bound
   * @throws IllegalArgumentException if {@code maxRequestBytes} is negative
   */
  public IdempotentRequests maxRequestBytes(int maxRequestBytes) {
    checkNotNegative("maxRequestBytes", maxRequestBytes);
    return with(copy -> copy.maxRequestBytes = maxRequestBytes);
  }

  /**
   * Sets the fingerprint, which distinguishes different requests with the same key.
   *
   * @param fingerprint receives the request and its body, and returns the fingerprint; if it
   *     returns null, the request is refused with 400. By default the fingerprint is computed from
   *     the query, if there is one, and the bytes of the body, or from the parameters of a form
   *     that an earlier filter has read
   * @return a copy with this fingerprint
   */
  public IdempotentRequests fingerprint(
      BiFunction<? super IncomingRequest, byte[], @Nullable Fingerprint> fingerprint) {
    Objects.requireNonNull(fingerprint, "fingerprint");
    return with(
        copy -> {
          copy.fingerprint = fingerprint;
          copy.readsBody = true;
        });
  }

  /**
   * Sets a fingerprint that does not use the body, for uploads and multipart forms. The handler
   * then reads the body itself, of any length. A suitable source is the field {@code
   * Content-Digest} (RFC 9530), if the handler verifies it.
   *
   * @param fingerprint receives the request, and returns the fingerprint; if it returns null, the
   *     request is refused with 400. Return null if the field is absent: otherwise all requests
   *     without it have the same fingerprint
   * @return a copy with this fingerprint
   */
  public IdempotentRequests fingerprintWithoutBody(
      Function<? super IncomingRequest, @Nullable Fingerprint> fingerprint) {
    Objects.requireNonNull(fingerprint, "fingerprint");
    return with(
        copy -> {
          copy.fingerprint = (request, body) -> fingerprint.apply(request);
          copy.readsBody = false;
        });
  }

  /**
   * Sets the longest body of a response that is recorded. A longer body is sent to the client of
   * the first request; duplicates get 410.
   *
   * @param maxResponseBytes length in bytes, from 0 to 1,073,741,824; 65,536 by default
   * @return a copy with this bound
   * @throws IllegalArgumentException if {@code maxResponseBytes} is not within its bounds
   */
  public IdempotentRequests maxResponseBytes(int maxResponseBytes) {
    checkNotNegative("maxResponseBytes", maxResponseBytes);
    if (maxResponseBytes > 1 << 30) {
      throw new IllegalArgumentException(
          "maxResponseBytes must be at most 1073741824, but was " + maxResponseBytes);
    }
    return with(copy -> copy.maxResponseBytes = maxResponseBytes);
  }

  /**
   * Sets the statuses of the responses that are recorded. After a response with another status the
   * key is released.
   *
   * @param recorded returns true for a status that is recorded; by default 2xx, 3xx and 4xx except
   *     401, 403, 408, 409, 425 and 429
   * @return a copy that records these
   */
  public IdempotentRequests recordedStatuses(IntPredicate recorded) {
    Objects.requireNonNull(recorded, "recorded");
    return with(copy -> copy.recordedStatuses = recorded);
  }

  /**
   * Excludes more header fields of responses from recording.
   *
   * @param names names of fields, in any case
   * @return a copy that excludes these as well
   */
  public IdempotentRequests excludedHeaders(String... names) {
    List<String> more = List.of(names);
    return with(copy -> copy.recordedHeaders = copy.recordedHeaders.excluding(more));
  }

  /**
   * Sets the field that marks a recorded response, with the value {@code true}.
   *
   * @param name name of a header field; {@code Idempotency-Replayed} by default
   * @return a copy with this field
   * @throws IllegalArgumentException if {@code name} is not a token
   */
  public IdempotentRequests replayField(String name) {
    ResponseContent unused = ResponseContent.of(200).withHeader(name, "true");
    return with(copy -> copy.replayField = name);
  }

  /**
   * Omits the field that marks recorded responses. Clients then cannot distinguish them from new
   * ones.
   *
   * @return a copy without the field
   */
  public IdempotentRequests withoutReplayField() {
    return with(copy -> copy.replayField = null);
  }

  /**
   * Sets the page that describes the use of keys for clients. The {@code type} of a problem is then
   * this address with the code as its fragment, and the response has a {@code Link} to it (section
   * 2.7 of the draft).
   *
   * @param describedAt address without a fragment; none by default, and then the type is {@code
   *     about:blank}
   * @return a copy with this page
   * @throws IllegalArgumentException if {@code describedAt} has a fragment
   */
  public IdempotentRequests describedAt(URI describedAt) {
    if (describedAt.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "describedAt must not have a fragment, but was "
              + PrintableText.oneLine(describedAt.toString()));
    }
    return with(copy -> copy.describedAt = describedAt);
  }

  RequestFlow<RecordedResponse> flow() {
    return new RequestFlow<>(settings, guard, RESPONSES);
  }

  private IdempotentRequests with(Consumer<RequestSettings> change) {
    RequestSettings changed = new RequestSettings(settings);
    change.accept(changed);
    return new IdempotentRequests(changed, guard);
  }

  private static void checkNotNegative(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " must be at least 0, but was " + value);
    }
  }
}
