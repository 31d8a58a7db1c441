package dev.reprise.http;

import dev.reprise.Retry;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.policy.AttemptTimeout;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Plans the requests of one client according to an {@link HttpRetry}. For client integrations:
 *
 * <pre>{@code
 * HttpPlan plan = planner.plan(request);
 * int status =
 *     plan.retry()
 *         .callWith(
 *             attempt -> {
 *               HttpURLConnection connection = (HttpURLConnection) url.openConnection();
 *               plan.headers(attempt, connection::setRequestProperty);
 *               return connection.getResponseCode();
 *             });
 * }</pre>
 *
 * <p>Create one for each client. Immutable, and safe for use by any thread. No method accepts null.
 */
public final class HttpPlanner {

  private static final String CLASSIFIER = "http";
  private static final String ONE_SHOT_BODY = "oneShotBody";
  private static final Duration NO_LIMIT = Duration.ofNanos(Long.MAX_VALUE);
  private static final Set<String> METHODS_WITH_ADDED_KEY = Set.of("POST", "PATCH");

  private final HttpRetry settings;
  private final HttpOutcomeReader outcomes;
  private final boolean ownTimeouts;
  private final HttpClassifier classifier;
  private final Map<Idempotency, Retry> retries = new EnumMap<>(Idempotency.class);
  private final AtomicBoolean warned;

  HttpPlanner(HttpRetry settings, HttpOutcomeReader outcomes, boolean ownTimeouts) {
    this(settings, outcomes, ownTimeouts, new AtomicBoolean());
    for (Idempotency idempotency : Idempotency.values()) {
      retries.put(idempotency, retryFor(idempotency));
    }
  }

  private HttpPlanner(
      HttpRetry settings, HttpOutcomeReader outcomes, boolean ownTimeouts, AtomicBoolean warned) {
    this.settings = settings;
    this.outcomes = outcomes;
    this.ownTimeouts = ownTimeouts;
    this.warned = warned;
    classifier = new HttpClassifier(settings.rules(), outcomes);
  }

  /**
   * Returns a planner for a single request, for a client that knows more about the outcome than the
   * failure shows, such as whether any byte was sent.
   *
   * @param outcomes reads the outcomes of this request
   * @return a planner with this reader
   */
  public HttpPlanner withOutcomeReader(HttpOutcomeReader outcomes) {
    Objects.requireNonNull(outcomes, "outcomes");
    return new HttpPlanner(settings, outcomes, ownTimeouts, warned);
  }

  /**
   * Plans a request whose body can be sent any number of times.
   *
   * @param request the request
   * @return the plan
   */
  public HttpPlan plan(HttpRequestInfo request) {
    Idempotency idempotency = idempotencyOf(request);
    return plan(request, idempotency, preparedRetry(idempotency), () -> false);
  }

  /**
   * Plans a request whose body can be sent only once. It is retried only as long as no part of the
   * body was read. A failure that would have been retried with a repeatable body gets the note
   * {@link BodyNotRepeatable}, and the first such failure is logged.
   *
   * @param request the request
   * @param bodyStarted returns true if a part of the body was read; called after each failed
   *     attempt, by any thread
   * @return the plan; without hedges
   */
  public HttpPlan planOneShot(HttpRequestInfo request, BooleanSupplier bodyStarted) {
    Objects.requireNonNull(bodyStarted, "bodyStarted");
    Idempotency idempotency = idempotencyOf(request);
    Retry repeatable = preparedRetry(idempotency);
    OneShotBodyGuard guard = new OneShotBodyGuard(repeatable.policy(), bodyStarted, warned);
    RetryPolicyBuilder policy =
        base(idempotency)
            .withoutHedge()
            .abortIf(ONE_SHOT_BODY, failure -> guard.ends(Outcome.threw(failure)))
            .classifyWith(ONE_SHOT_BODY, guard);
    Retry guarded = repeatable.withPolicy(withRules(policy).build()).withListener(guard);
    return plan(request, idempotency, guarded, bodyStarted);
  }

  private HttpPlan plan(
      HttpRequestInfo request, Idempotency idempotency, Retry retry, BooleanSupplier bodyStarted) {
    boolean addsKey = idempotency == Idempotency.KEYED && request.key() == null;
    Retry selected = settings.isByOrigin() ? retry.on(request.origin()) : retry;
    String subject = request.subject();
    Retry described = selected.describingAttempts(subject, result -> description(subject, result));
    return new HttpPlan(described, settings, addsKey, bodyStarted);
  }

  private @Nullable String description(String subject, @Nullable Object result) {
    HttpResponseInfo response = result == null ? null : outcomes.response(result);
    return response == null ? null : subject + " " + response.status();
  }

  private Retry preparedRetry(Idempotency idempotency) {
    Retry prepared = retries.get(idempotency);
    return prepared != null ? prepared : retryFor(idempotency);
  }

  private Retry retryFor(Idempotency idempotency) {
    return settings.retry().withPolicy(withRules(base(idempotency)).build());
  }

  /**
   * Returns true if the rules retry a response, provided that the request, the limits and the
   * budget permit it. {@link HttpPlan#mayRetry} considers request and limits as well.
   *
   * @param response the response
   * @return true if its row says retry
   */
  public boolean mayRetry(HttpResponseInfo response) {
    return settings.rules().ofResponse(response).action() == Verdict.Action.RETRY;
  }

  /**
   * Returns true if the rules retry an outcome, provided that the request, the limits and the
   * budget permit it.
   *
   * @param outcome outcome of an attempt
   * @return true if its row says retry
   */
  public boolean mayRetry(Outcome<?> outcome) {
    return classifier.classify(outcome).action() == Verdict.Action.RETRY;
  }

  private Idempotency idempotencyOf(HttpRequestInfo request) {
    Idempotency declared = settings.retry().policy().idempotency();
    boolean appliesToAll =
        declared == Idempotency.IDEMPOTENT || declared == Idempotency.NOT_IDEMPOTENT;
    if (appliesToAll) {
      return declared;
    }
    if (settings.rules().isIdempotent(request.method())) {
      return Idempotency.IDEMPOTENT;
    }
    String key = request.key();
    boolean keyed =
        key != null
            ? IdempotencyKeyField.isKey(key)
            : declared == Idempotency.KEYED && METHODS_WITH_ADDED_KEY.contains(request.method());
    return keyed ? Idempotency.KEYED : Idempotency.NOT_IDEMPOTENT;
  }

  private RetryPolicyBuilder base(Idempotency idempotency) {
    RetryPolicy given = settings.retry().policy();
    RetryPolicyBuilder policy =
        given.toBuilder().idempotency(idempotency).returningRejected().closingRejected();
    if (!idempotency.allowsDuplicates()) {
      policy.withoutHedge();
    }
    if (ownTimeouts) {
      policy.attemptTimeout(
          given.attemptTimeouts().orElse(AttemptTimeout.of(NO_LIMIT)).fixedAt(NO_LIMIT));
    } else if (given.attemptTimeout().isEmpty()) {
      given.within().ifPresent(policy::attemptTimeout);
    }
    return policy;
  }

  private RetryPolicyBuilder withRules(RetryPolicyBuilder policy) {
    return policy
        .classifyWith(CLASSIFIER, classifier)
        .hintFromResult(CLASSIFIER, Object.class, this::hintOf);
  }

  private @Nullable Duration hintOf(Object result) {
    HttpResponseInfo response = outcomes.response(result);
    return response == null ? null : settings.hints().waitOf(response);
  }
}
