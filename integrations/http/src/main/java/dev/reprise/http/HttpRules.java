package dev.reprise.http;

import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.text.PrintableText;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Verdicts for statuses and failures, as a table whose rows can be replaced, and the set of
 * idempotent methods.
 *
 * <pre>{@code
 * HttpRules rules =
 *     HttpRules.standard()
 *         .onStatus(503, Verdict.retry().withEffect(Effect.NONE))
 *         .idempotentMethod("PROPFIND");
 * }</pre>
 *
 * <table>
 *   <caption>Standard rows; the policy decides about a status without a row, and accepts it by
 *   default</caption>
 *   <tr><th>status</th><th>verdict</th><th>effect</th><th>source</th></tr>
 *   <tr><td>408 Request Timeout</td><td>retry</td><td>unknown</td><td>RFC 9110, 15.5.9</td></tr>
 *   <tr><td>425 Too Early</td><td>retry</td><td>none</td><td>RFC 8470, 5.2</td></tr>
 *   <tr><td>429 Too Many Requests</td><td>retry, throttled</td><td>none</td>
 *       <td>RFC 6585, 4</td></tr>
 *   <tr><td>500 Internal Server Error</td><td>retry</td><td>unknown</td>
 *       <td>RFC 9110, 15.6.1</td></tr>
 *   <tr><td>502 Bad Gateway</td><td>retry</td><td>unknown</td><td>RFC 9110, 15.6.3</td></tr>
 *   <tr><td>503 Service Unavailable</td><td>retry</td><td>unknown</td>
 *       <td>RFC 9110, 15.6.4</td></tr>
 *   <tr><td>504 Gateway Timeout</td><td>retry, timeout</td><td>unknown</td>
 *       <td>RFC 9110, 15.6.5</td></tr>
 * </table>
 *
 * <table>
 *   <caption>Standard rows of failures, see {@link HttpFault}</caption>
 *   <tr><th>failure</th><th>verdict</th><th>effect</th><th>source</th></tr>
 *   <tr><td>CONNECT</td><td>retry</td><td>none</td><td>nothing was sent</td></tr>
 *   <tr><td>CONNECT_TIMEOUT</td><td>retry, timeout</td><td>none</td><td>nothing was sent</td></tr>
 *   <tr><td>HANDSHAKE</td><td>retry</td><td>none</td><td>no request was sent</td></tr>
 *   <tr><td>CERTIFICATE</td><td>abort</td><td>none</td><td>no request was sent</td></tr>
 *   <tr><td>CONNECTION_LOST</td><td>retry</td><td>unknown</td><td>RFC 9110, 9.2.2</td></tr>
 *   <tr><td>TIMEOUT</td><td>retry, timeout</td><td>unknown</td><td>RFC 9110, 9.2.2</td></tr>
 *   <tr><td>REFUSED_STREAM</td><td>retry</td><td>none</td><td>RFC 9113, 8.7</td></tr>
 *   <tr><td>GOAWAY_NOT_PROCESSED</td><td>retry</td><td>none</td><td>RFC 9113, 6.8</td></tr>
 *   <tr><td>GOAWAY</td><td>retry</td><td>unknown</td><td>RFC 9113, 6.8</td></tr>
 *   <tr><td>ENHANCE_YOUR_CALM</td><td>retry, throttled</td><td>unknown</td>
 *       <td>RFC 9113, 7</td></tr>
 *   <tr><td>STREAM_RESET</td><td>retry</td><td>unknown</td><td>RFC 9113, 5.4.2</td></tr>
 *   <tr><td>PROTOCOL</td><td>abort</td><td>unknown</td><td>RFC 9112, 2.2</td></tr>
 *   <tr><td>CLIENT</td><td>abort</td><td>unknown</td><td>not caused by HTTP</td></tr>
 *   <tr><td>OTHER</td><td>retry</td><td>unknown</td><td>RFC 9110, 9.2.2</td></tr>
 * </table>
 *
 * <p>A failure of kind transient becomes throttled if the response has a hint, such as {@code
 * Retry-After}: a 503 with it is a refusal because of load, and one without it may be an outage.
 *
 * <p>A request that must not be sent twice is retried only if the effect is none. A gateway may
 * send 502, 503 and 504 before or after it has passed the request on, so their effect is unknown.
 * The effect of any status is also unknown after a redirect that the client has followed by itself:
 * {@link HttpResponseInfo#isFollowUp}. A response that the client created by itself has no row:
 * {@link HttpResponseInfo#isLocal}.
 *
 * <p>Idempotent methods are GET, HEAD, OPTIONS, TRACE, PUT and DELETE (RFC 9110, section 9.2.2).
 *
 * <p>Immutable, equal by value, and safe for use by any thread. No method accepts or returns null.
 */
public final class HttpRules {

  private static final HttpRules STANDARD = new HttpRules(statuses(), faults(), methods());

  private final Map<Integer, Verdict> statuses;
  private final Map<HttpFault, Verdict> faults;
  private final Set<String> idempotentMethods;

  private HttpRules(
      Map<Integer, Verdict> statuses,
      Map<HttpFault, Verdict> faults,
      Set<String> idempotentMethods) {
    this.statuses = statuses;
    this.faults = faults;
    this.idempotentMethods = idempotentMethods;
  }

  /**
   * The rules of the tables above.
   *
   * @return the standard rules
   */
  public static HttpRules standard() {
    return STANDARD;
  }

  /**
   * Replaces the row of a status.
   *
   * @param status from 100 to 599
   * @param verdict the verdict for this status; {@link Verdict#pass()} removes the row
   * @return a copy with this row
   * @throws IllegalArgumentException if {@code status} is not within its bounds
   */
  public HttpRules onStatus(int status, Verdict verdict) {
    if (status < 100 || status > 599) {
      throw new IllegalArgumentException("status must be from 100 to 599, but was " + status);
    }
    Objects.requireNonNull(verdict, "verdict");
    Map<Integer, Verdict> changed = new TreeMap<>(statuses);
    if (verdict.action() == Verdict.Action.PASS) {
      changed.remove(status);
    } else {
      changed.put(status, verdict);
    }
    return new HttpRules(changed, faults, idempotentMethods);
  }

  /**
   * Replaces the row of a failure.
   *
   * @param fault the failure
   * @param verdict the verdict for this failure; with {@link Verdict#pass()} the policy's own
   *     conditions decide
   * @return a copy with this row
   */
  public HttpRules onFault(HttpFault fault, Verdict verdict) {
    Objects.requireNonNull(verdict, "verdict");
    Map<HttpFault, Verdict> changed = new EnumMap<>(faults);
    changed.put(Objects.requireNonNull(fault, "fault"), verdict);
    return new HttpRules(statuses, changed, idempotentMethods);
  }

  /**
   * Declares a method idempotent, such as a method of an extension.
   *
   * @param method the method as it is sent; methods are case-sensitive
   * @return a copy with this method
   * @throws IllegalArgumentException if {@code method} is not a token (RFC 9110, section 9.1)
   */
  public HttpRules idempotentMethod(String method) {
    Set<String> changed = new TreeSet<>(idempotentMethods);
    changed.add(HttpRetry.token("method", method));
    return new HttpRules(statuses, faults, changed);
  }

  /**
   * The row of a status.
   *
   * @param status any number
   * @return its verdict; {@link Verdict#pass()} if it has no row
   */
  public Verdict ofStatus(int status) {
    Verdict verdict = statuses.get(status);
    return verdict == null ? Verdict.pass() : verdict;
  }

  /**
   * The row of a response. A response that the client created has none. The effect is unknown if
   * the response belongs to a follow-up request.
   */
  Verdict ofResponse(HttpResponseInfo response) {
    Verdict row = response.isLocal() ? Verdict.pass() : ofStatus(response.status());
    boolean effectUnknown = response.isFollowUp() && row.action() != Verdict.Action.PASS;
    return effectUnknown ? row.withEffect(Effect.UNKNOWN) : row;
  }

  /**
   * The row of a failure.
   *
   * @param fault the failure
   * @return its verdict
   */
  public Verdict ofFault(HttpFault fault) {
    return Objects.requireNonNull(faults.get(fault), "fault");
  }

  /**
   * Returns true if a method is idempotent.
   *
   * @param method the method as it is sent
   * @return true if RFC 9110 or {@link #idempotentMethod} declares it idempotent
   */
  public boolean isIdempotent(String method) {
    return idempotentMethods.contains(method);
  }

  private static Map<Integer, Verdict> statuses() {
    Map<Integer, Verdict> rows = new TreeMap<>();
    rows.put(408, Verdict.retry());
    rows.put(425, Verdict.retry().withEffect(Effect.NONE));
    rows.put(429, Verdict.retry().withKind(FailureKind.THROTTLED).withEffect(Effect.NONE));
    rows.put(500, Verdict.retry());
    rows.put(502, Verdict.retry());
    rows.put(503, Verdict.retry());
    rows.put(504, Verdict.retry().withKind(FailureKind.TIMEOUT));
    return rows;
  }

  private static Map<HttpFault, Verdict> faults() {
    Map<HttpFault, Verdict> rows = new EnumMap<>(HttpFault.class);
    for (HttpFault fault : HttpFault.values()) {
      rows.put(fault, standard(fault));
    }
    return rows;
  }

  private static Verdict standard(HttpFault fault) {
    Verdict retry = Verdict.retry();
    return switch (fault) {
      case CONNECT, HANDSHAKE, REFUSED_STREAM, GOAWAY_NOT_PROCESSED ->
          retry.withEffect(Effect.NONE);
      case CONNECT_TIMEOUT -> retry.withKind(FailureKind.TIMEOUT).withEffect(Effect.NONE);
      case CERTIFICATE -> Verdict.abort().withEffect(Effect.NONE);
      case TIMEOUT -> retry.withKind(FailureKind.TIMEOUT);
      case ENHANCE_YOUR_CALM -> retry.withKind(FailureKind.THROTTLED);
      case PROTOCOL, CLIENT -> Verdict.abort();
      case CONNECTION_LOST, GOAWAY, STREAM_RESET, OTHER -> retry;
    };
  }

  private static Set<String> methods() {
    return new TreeSet<>(Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HttpRules that
        && statuses.equals(that.statuses)
        && faults.equals(that.faults)
        && idempotentMethods.equals(that.idempotentMethods);
  }

  @Override
  public int hashCode() {
    return Objects.hash(statuses, faults, idempotentMethods);
  }

  /**
   * The rows and the idempotent methods.
   *
   * @return one line for each row
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    statuses.forEach(
        (status, verdict) -> text.append(status).append(": ").append(verdict).append('\n'));
    faults.forEach(
        (fault, verdict) -> text.append(fault).append(": ").append(verdict).append('\n'));
    text.append("idempotent:");
    idempotentMethods.forEach(
        method ->
            text.append(' ')
                .append(PrintableText.oneLine(method, HttpRequestInfo.MAX_METHOD_LENGTH)));
    return text.toString();
  }
}
