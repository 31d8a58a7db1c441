package dev.reprise.http;

import dev.reprise.Retry;
import dev.reprise.text.PrintableText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings for retrying the requests of one client: a {@link Retry}, the {@link HttpRules}, the
 * {@link HttpHints} and the header fields that inform the server. Immutable, safe for use by any
 * thread; made once for a client.
 *
 * <p>Whether a request may be sent twice follows from its method and its key, unless the policy
 * declares it for all requests:
 *
 * <table>
 *   <caption>What a policy's {@link dev.reprise.policy.Idempotency} means here</caption>
 *   <tr><th>policy</th><th>idempotent method, or a request with a key of its own</th>
 *       <th>POST, PATCH</th><th>other methods</th></tr>
 *   <tr><td>unspecified</td><td>retried</td><td>only without effect</td>
 *       <td>only without effect</td></tr>
 *   <tr><td>keyed</td><td>retried</td><td>retried, with a key added</td>
 *       <td>only without effect</td></tr>
 *   <tr><td>idempotent</td><td>retried</td><td>retried</td><td>retried</td></tr>
 *   <tr><td>not idempotent</td><td>only without effect</td><td>only without effect</td>
 *       <td>only without effect</td></tr>
 * </table>
 *
 * <p>An empty or blank key field does not count as a key. A malformed one, or several lines of it,
 * are left as they are, and the request is not counted as keyed.
 *
 * <p>Each origin has a state of its own, the budget included, so that one that is down does not
 * starve the others; see {@link Retry#on}.
 *
 * <p>If the last response is still rejected, it is returned unchanged, not thrown. The time limit
 * of the policy cuts the last attempt short, as an attempt timeout does.
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
   * Retries by a policy, with the standard rules and hints.
   *
   * @param retry its policy's classifiers are asked before the rules, its conditions by class and
   *     predicate after them; {@code abortOn} and {@code abortIf} come first
   * @return a new one
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
   * @param name of the header field
   * @return a copy that sends it
   * @throws IllegalArgumentException if {@code name} is no name of a field
   */
  public HttpRetry attemptHeader(String name) {
    Draft draft = new Draft(this);
    draft.attemptHeader = token("attemptHeader", name);
    return new HttpRetry(draft);
  }

  /**
   * Sends the time that the attempt may still take, in whole milliseconds, at least 1, in a header
   * field. Not sent if nothing limits the attempt, and not sent by default.
   *
   * @param name of the header field
   * @return a copy that sends it
   * @throws IllegalArgumentException if {@code name} is no name of a field
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
   * As {@link #planner}, for a client that enforces the attempt timeout by itself, with {@link
   * HttpPlan#timeFor}, because an interrupt does not stop it.
   *
   * @param outcomes reads the outcomes of the client
   * @return plans for its requests, without an attempt timeout
   */
  public HttpPlanner plannerWithOwnTimeouts(HttpOutcomeReader outcomes) {
    return new HttpPlanner(this, Objects.requireNonNull(outcomes, "outcomes"), true);
  }

  /**
   * The retry that makes the calls.
   *
   * @return the retry as given
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
