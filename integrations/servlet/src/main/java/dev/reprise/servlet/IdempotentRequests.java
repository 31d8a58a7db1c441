package dev.reprise.servlet;

import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.store.IdempotencyStore;
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
 * What a server does with requests that carry an {@code Idempotency-Key} (<a
 * href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The
 * Idempotency-Key HTTP Header Field</a>): the first is handed to the handler, duplicates get its
 * recorded response. {@link IdempotencyFilter} and {@link IdempotencyHandlerFilter} do it.
 *
 * <p><b>Scope.</b> Keys of two principals do not meet, nor do those of two methods, paths or hosts
 * (see {@link #scope}), nor those of two {@linkplain #application applications}. A path counts
 * without needless percent-encoding (RFC 3986, section 6.2.2), and in a servlet container without
 * dot segments; the JDK's server chooses the handler by a path that still has them. The query
 * belongs to the fingerprint. GET, HEAD, OPTIONS and TRACE are passed on untouched, with a key or
 * without one.
 *
 * <table>
 *   <caption>What is answered in the handler's place, as a problem of RFC 9457 whose {@code code}
 *   tells the case</caption>
 *   <tr><th>status</th><th>code</th><th>when</th></tr>
 *   <tr><td>as recorded</td><td></td><td>the key has a response</td></tr>
 *   <tr><td>400</td><td>key-missing</td><td>{@link #requireKeyFor} demands a key</td></tr>
 *   <tr><td>400</td><td>key-malformed</td><td>it is not one string of RFC 8941 of 1 to 255
 *       characters</td></tr>
 *   <tr><td>400</td><td>fingerprint-missing</td><td>the fingerprint that is set gives none</td></tr>
 *   <tr><td>403</td><td>principal-missing</td><td>nobody was authenticated, and {@link
 *       #allowAnonymous} does not permit that</td></tr>
 *   <tr><td>409</td><td>outcome-pending</td><td>the handler still runs for this key, and the
 *       request has waited for it long enough, or too many wait already;
 *       {@code Retry-After} is what is left of its lease</td></tr>
 *   <tr><td>409</td><td>outcome-refused</td><td>the handler outlived its lease and another one
 *       took over</td></tr>
 *   <tr><td>410</td><td>outcome-not-replayable</td><td>the handler ran, but its response was too
 *       long to be recorded, or cannot be read</td></tr>
 *   <tr><td>413</td><td>body-too-large</td><td>the body is longer than {@link
 *       #maxRequestBytes}</td></tr>
 *   <tr><td>422</td><td>key-reused</td><td>the key came with another fingerprint before</td></tr>
 *   <tr><td>503</td><td>unavailable</td><td>the store failed, or is full; the handler was not
 *       run</td></tr>
 * </table>
 *
 * <p><b>Answers</b> of status 2xx, 3xx and 4xx are recorded, except 401, 403, 408, 409, 425 and
 * 429. After any other response, and after an exception of the handler, the key is released, and a
 * retry runs the handler again. The client gets a response after it is recorded; it is kept in
 * memory until then. One that is longer than {@link #maxAnswerBytes} goes on its way at once, and
 * only the fact is recorded.
 *
 * <p><b>Fields.</b> Only what the handler adds is recorded, never {@code Set-Cookie}, {@code
 * Authorization}, {@code WWW-Authenticate} and their kin, hop-by-hop fields, {@code
 * Content-Length}, {@code Date} and {@code Age}.
 *
 * <p>If the store fails after the handler has run, the client gets the response all the same: an
 * error would make it ask again. The lease stays, so nothing runs for the key before that has
 * ended.
 *
 * <p>Immutable but for the store, and safe for use by any thread. No method takes null.
 */
public final class IdempotentRequests {

  /** How many bytes of a request's body are read by default: {@value}. */
  public static final int DEFAULT_MAX_REQUEST_BYTES = 1024 * 1024;

  /** How many bytes of a response's body are recorded by default: {@value}. */
  public static final int DEFAULT_MAX_ANSWER_BYTES = 64 * 1024;

  /** How many duplicates wait at a time by default, each on a thread of the server: {@value}. */
  public static final int DEFAULT_MAX_WAITING = 20;

  private final RequestSettings settings;

  private IdempotentRequests(RequestSettings settings) {
    this.settings = settings;
  }

  /**
   * Requests with the defaults: the server's principal, no anonymous requests, keys optional,
   * bodies of at most 1 MiB, answers of at most 64 KiB, at most 20 duplicates that wait, and
   * otherwise a guard with its own defaults.
   *
   * @param store where leases and responses are kept
   * @return what is done with requests
   */
  public static IdempotentRequests of(IdempotencyStore store) {
    IdempotencyGuard<RecordedResponse> guard =
        IdempotencyGuard.of(store, new RecordedResponseCodec()).maxWaiting(DEFAULT_MAX_WAITING);
    return new IdempotentRequests(new RequestSettings(guard));
  }

  /**
   * Sets the guard's times and its polling.
   *
   * @param change gets the guard and returns it with its {@code lease}, {@code waitAtMost}, {@code
   *     maxWaiting}, {@code keepFor}, {@code polling} or environment changed; the guard's defaults
   *     otherwise. The bound on outcomes is that of {@link #maxAnswerBytes}
   * @return a copy with this guard
   */
  public IdempotentRequests guard(UnaryOperator<IdempotencyGuard<RecordedResponse>> change) {
    IdempotencyGuard<RecordedResponse> guard =
        Objects.requireNonNull(change.apply(settings.guard), "guard");
    return with(copy -> copy.guard = guard);
  }

  /**
   * Sets who asks, where the server does not know.
   *
   * @param principal gives the principal as authenticated, never as the client names itself:
   *     otherwise one client is answered with the response to another; null or blank if nobody was
   *     authenticated; {@link IncomingRequest#principal()} by default
   * @return a copy with this principal
   */
  public IdempotentRequests principal(
      Function<? super IncomingRequest, @Nullable String> principal) {
    Objects.requireNonNull(principal, "principal");
    return with(copy -> copy.principal = principal);
  }

  /**
   * Permits requests without a principal, which are refused with 403 by default. All of them share
   * one scope, which no principal is in: who guesses the key of another, and sends the same, gets
   * its response. So keys must be hard to guess, as a UUID is.
   *
   * @return a copy that serves anybody
   */
  public IdempotentRequests allowAnonymous() {
    return with(copy -> copy.anonymous = true);
  }

  /**
   * Sets a further part of the scope of keys, in addition to principal, method and path.
   *
   * @param scope of a request, any text, empty for none; {@link IncomingRequest#host()} by default,
   *     so that tenants that differ only by host are kept apart. Where clients may send a retry to
   *     another host of the same service, leave the host out: it would run twice
   * @return a copy with this scope
   */
  public IdempotentRequests scope(Function<? super IncomingRequest, String> scope) {
    Objects.requireNonNull(scope, "scope");
    return with(copy -> copy.scope = scope);
  }

  /**
   * Names the application, so that several may share a store, such as a database, without meeting
   * in one key.
   *
   * @param name the same for all processes of the application, and for no other; none by default
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
   * Demands a key.
   *
   * @param methods those whose requests are refused with 400 without a key, in place of earlier
   *     ones; none by default
   * @return a copy with this demand
   * @throws IllegalArgumentException if one of them is GET, HEAD, OPTIONS or TRACE
   */
  public IdempotentRequests requireKeyFor(String... methods) {
    Set<String> required = new TreeSet<>();
    for (String method : methods) {
      String upper = method.toUpperCase(Locale.ROOT);
      if (RequestFlow.SAFE_METHODS.contains(upper)) {
        throw new IllegalArgumentException(
            "requireKeyFor must not be a safe method, but was " + upper);
      }
      required.add(upper);
    }
    return with(copy -> copy.keyRequired = Set.copyOf(required));
  }

  /**
   * Accepts keys without quotes as well, which the field's definition forbids and many clients
   * send. {@code abc} and {@code "abc"} are the same key.
   *
   * @return a copy that accepts both
   */
  public IdempotentRequests acceptUnquoted() {
    return with(copy -> copy.unquoted = true);
  }

  /**
   * Bounds how much of a request's body is read into memory for the fingerprint. A longer one is
   * refused with 413.
   *
   * @param maxRequestBytes at least 0; 1,048,576 by default
   * @return a copy with this bound
   * @throws IllegalArgumentException if {@code maxRequestBytes} is negative
   */
  public IdempotentRequests maxRequestBytes(int maxRequestBytes) {
    checkNotNegative("maxRequestBytes", maxRequestBytes);
    return with(copy -> copy.maxRequestBytes = maxRequestBytes);
  }

  /**
   * Sets how requests under the same key are distinguished.
   *
   * @param fingerprint gets the request and its body; null refuses the request with 400, since it
   *     cannot be distinguished; by default the query, if there is one, and the body count, byte
   *     for byte; of a form that an earlier filter has read the parameters in its place
   * @return a copy with this fingerprint
   */
  public IdempotentRequests fingerprint(
      BiFunction<? super IncomingRequest, byte[], @Nullable Fingerprint> fingerprint) {
    Objects.requireNonNull(fingerprint, "fingerprint");
    return with(
        copy -> {
          copy.fingerprint = fingerprint;
          copy.bodyIsRead = true;
        });
  }

  /**
   * Sets a fingerprint that does without the body, which the handler then reads itself, however
   * long it is: for uploads and multipart forms. The field {@code Content-Digest} (RFC 9530) is
   * made for it, if the handler checks it.
   *
   * @param fingerprint gets the request; null refuses it with 400, as it should where the field is
   *     absent: otherwise all requests without it count as the same
   * @return a copy with this fingerprint
   */
  public IdempotentRequests fingerprintWithoutBody(
      Function<? super IncomingRequest, @Nullable Fingerprint> fingerprint) {
    Objects.requireNonNull(fingerprint, "fingerprint");
    return with(
        copy -> {
          copy.fingerprint = (request, body) -> fingerprint.apply(request);
          copy.bodyIsRead = false;
        });
  }

  /**
   * Bounds the body of a response that is recorded. The client that caused a longer one gets it;
   * duplicates get 410.
   *
   * @param maxAnswerBytes from 0 to 1,073,741,824; 65,536 by default
   * @return a copy with this bound
   * @throws IllegalArgumentException if {@code maxAnswerBytes} is not within its bounds
   */
  public IdempotentRequests maxAnswerBytes(int maxAnswerBytes) {
    checkNotNegative("maxAnswerBytes", maxAnswerBytes);
    if (maxAnswerBytes > 1 << 30) {
      throw new IllegalArgumentException(
          "maxAnswerBytes must be at most 1073741824, but was " + maxAnswerBytes);
    }
    return with(copy -> copy.maxAnswerBytes = maxAnswerBytes);
  }

  /**
   * Sets which answers are outcomes.
   *
   * @param recording of a status; after a response of another one the key is released; 2xx, 3xx and
   *     4xx but 401, 403, 408, 409, 425 and 429 by default
   * @return a copy that records these
   */
  public IdempotentRequests recording(IntPredicate recording) {
    Objects.requireNonNull(recording, "recording");
    return with(copy -> copy.recording = recording);
  }

  /**
   * Names more header fields that are never recorded.
   *
   * @param names in any case
   * @return a copy that leaves these out as well
   */
  public IdempotentRequests neverRecording(String... names) {
    List<String> more = List.of(names);
    return with(copy -> copy.keptHeaders = copy.keptHeaders.but(more));
  }

  /**
   * Sets the field that marks a recorded response, with the value {@code true}.
   *
   * @param name a name of a header field; {@code Idempotency-Replayed} by default
   * @return a copy with this mark
   * @throws IllegalArgumentException if {@code name} is not a token
   */
  public IdempotentRequests replayField(String name) {
    RecordedResponse unused = RecordedResponse.of(200).withHeader(name, "true");
    return with(copy -> copy.replayField = name);
  }

  /**
   * Removes the mark from recorded responses: clients cannot distinguish them from new ones.
   *
   * @return a copy without the mark
   */
  public IdempotentRequests withoutReplayField() {
    return with(copy -> copy.replayField = null);
  }

  /**
   * Names the page where clients read how to use keys here. A problem's {@code type} is then this
   * address with the code as its fragment, and a {@code Link} leads there, as section 2.7 of the
   * draft has it.
   *
   * @param describedAt address without a fragment; by default there is none, and the type is {@code
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

  RequestFlow flow() {
    return new RequestFlow(settings);
  }

  private IdempotentRequests with(Consumer<RequestSettings> change) {
    RequestSettings changed = new RequestSettings(settings);
    change.accept(changed);
    return new IdempotentRequests(changed);
  }

  private static void checkNotNegative(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " must be at least 0, but was " + value);
    }
  }
}
