package dev.reprise.http;

import dev.reprise.Retry;
import dev.reprise.text.PrintableText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings for retrying the requests of one client: a {@link Retry}, the {@link HttpRules}, the
 * {@link HttpHints} and the header fields that inform the server. Create one for each client.
 *
 * <pre>{@code
 * HttpRetry settings =
 *     HttpRetry.of(Retry.of(RetryPolicy.builder().maxAttempts(3).build()))
 *         .withHints(HttpHints.standard().withMillis())
 *         .attemptHeader("X-Attempt");
 * }</pre>
 *
 * <p>The method and the key of a request decide whether it may be sent twice, unless the policy
 * declares it for all requests:
 *
 * <table>
 *   <caption>Meaning of the policy's {@link dev.reprise.policy.Idempotency}</caption>
 *   <tr><th>policy</th><th>idempotent method, or a request with a key</th>
 *       <th>POST, PATCH</th><th>other methods</th></tr>
 *   <tr><td>unspecified</td><td>retried</td><td>only if the effect is none</td>
 *       <td>only if the effect is none</td></tr>
 *   <tr><td>keyed</td><td>retried</td><td>retried, with a key added</td>
 *       <td>only if the effect is none</td></tr>
 *   <tr><td>idempotent</td><td>retried</td><td>retried</td><td>retried</td></tr>
 *   <tr><td>not idempotent</td><td>only if the effect is none</td><td>only if the effect is none</td>
 *       <td>only if the effect is none</td></tr>
 * </table>
 *
 * <p>An empty or blank key field does not count as a key. A malformed field, or a field with
 * several lines, is sent unchanged, and the request counts as one without a key.
 *
 * <p>Each origin has its own state, including the budget, so that an origin that is down does not
 * use up the permits of other origins; see {@link Retry#on}.
 *
 * <p>If the last response is still rejected, it is returned, not thrown. The time limit of the
 * policy ends the last attempt, as an attempt timeout does.
 *
 * <p>Immutable, and safe for use by any thread. No method accepts or returns null.
 */
public final class HttpRetry {

  private final Retry retry;
  private final HttpRules rules;
  private final HttpHints hints;
  private final boolean byOrigin;
  private final @Nullable String attemptHeader;
  private final @Nullable String timeLeftHeader;

  private HttpRetry(Draft draft) {
    retry = draft.retry;
    rules = draft.rules;
    hints = draft.hints;
    byOrigin = draft.byOrigin;
    attemptHeader = draft.attemptHeader;
    timeLeftHeader = draft.timeLeftHeader;
  }

  /**
   * Settings with the standard rules and hints.
   *
   * @param retry makes the attempts. The order of its policy's conditions is: {@code abortOn} and
   *     {@code abortIf}, then classifiers, then the rules, then conditions by class and predicate
   * @return the settings
   */
  public static HttpRetry of(Retry retry) {
    return new HttpRetry(new Draft(Objects.requireNonNull(retry, "retry")));
  }

  /**
   * Replaces the rules.
   *
   * @param rules the rules
   * @return a copy with these rules
   */
  public HttpRetry withRules(HttpRules rules) {
    Draft draft = new Draft(this);
    draft.rules = Objects.requireNonNull(rules, "rules");
    return new HttpRetry(draft);
  }

  /**
   * Replaces the reader of hints.
   *
   * @param hints the reader
   * @return a copy with this reader
   */
  public HttpRetry withHints(HttpHints hints) {
    Draft draft = new Draft(this);
    draft.hints = Objects.requireNonNull(hints, "hints");
    return new HttpRetry(draft);
  }

  /**
   * Lets all origins share one state and one budget.
   *
   * @return a copy with one state for all origins
   */
  public HttpRetry withSharedBudget() {
    Draft draft = new Draft(this);
    draft.byOrigin = false;
    return new HttpRetry(draft);
  }

  /**
   * Sends the number of the attempt, counted from 1, in a header field. Not sent by default.
   *
   * @param name name of the header field
   * @return a copy that sends it
   * @throws IllegalArgumentException if {@code name} is not a token of RFC 9110, section 5.6.2
   */
  public HttpRetry attemptHeader(String name) {
    Draft draft = new Draft(this);
    draft.attemptHeader = token("attemptHeader", name);
    return new HttpRetry(draft);
  }

  /**
   * Sends the remaining time of the attempt in a header field, in whole milliseconds, at least 1.
   * Not sent if nothing limits the attempt, and not sent by default.
   *
   * @param name name of the header field
   * @return a copy that sends it
   * @throws IllegalArgumentException if {@code name} is not a token of RFC 9110, section 5.6.2
   */
  public HttpRetry timeLeftHeader(String name) {
    Draft draft = new Draft(this);
    draft.timeLeftHeader = token("timeLeftHeader", name);
    return new HttpRetry(draft);
  }

  /**
   * Prepares the retries of a client. For client integrations.
   *
   * @param outcomes reads the outcomes of the client
   * @return plans for its requests
   */
  public HttpPlanner planner(HttpOutcomeReader outcomes) {
    return new HttpPlanner(this, Objects.requireNonNull(outcomes, "outcomes"), false);
  }

  /**
   * The same as {@link #planner}, but for a client whose integration enforces the attempt timeout,
   * with {@link HttpPlan#timeFor}, because an interrupt does not stop the client.
   *
   * @param outcomes reads the outcomes of the client
   * @return plans for its requests, without an attempt timeout
   */
  public HttpPlanner plannerWithOwnTimeouts(HttpOutcomeReader outcomes) {
    return new HttpPlanner(this, Objects.requireNonNull(outcomes, "outcomes"), true);
  }

  /**
   * The retry that makes the attempts.
   *
   * @return the retry
   */
  public Retry retry() {
    return retry;
  }

  /**
   * The rules for statuses and failures.
   *
   * @return the rules
   */
  public HttpRules rules() {
    return rules;
  }

  /**
   * The reader of wait hints.
   *
   * @return the reader
   */
  public HttpHints hints() {
    return hints;
  }

  boolean isByOrigin() {
    return byOrigin;
  }

  @Nullable String attemptHeader() {
    return attemptHeader;
  }

  @Nullable String timeLeftHeader() {
    return timeLeftHeader;
  }

  static String token(String setting, String name) {
    Objects.requireNonNull(name, setting);
    if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
      throw new IllegalArgumentException(
          setting
              + " must be a token of RFC 9110, section 5.6.2, but was \""
              + PrintableText.oneLine(name)
              + "\"");
    }
    return name;
  }

  /** The settings while they change. */
  private static final class Draft {
    private final Retry retry;
    private HttpRules rules = HttpRules.standard();
    private HttpHints hints = HttpHints.standard();
    private boolean byOrigin = true;
    private @Nullable String attemptHeader;
    private @Nullable String timeLeftHeader;

    Draft(Retry retry) {
      this.retry = retry;
    }

    Draft(HttpRetry from) {
      retry = from.retry;
      rules = from.rules;
      hints = from.hints;
      byOrigin = from.byOrigin;
      attemptHeader = from.attemptHeader;
      timeLeftHeader = from.timeLeftHeader;
    }
  }
}
