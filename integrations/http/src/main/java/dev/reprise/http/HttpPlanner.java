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
 * Plans the requests of one client by an {@link HttpRetry}. For client integrations. Immutable,
 * safe for use by any thread; made once for a client.
 */
public final class HttpPlanner {

  private static final String CLASSIFIER = "http";
  private static final String SPENT_BODY = "spentBody";
  private static final Duration NO_LIMIT = Duration.ofNanos(Long.MAX_VALUE);
  private static final Set<String> METHODS_THAT_GET_A_KEY = Set.of("POST", "PATCH");

  private final HttpRetry settings;
  private final HttpOutcomeReader outcomes;
  private final boolean ownTimeouts;
  private final HttpClassifier classifier;
  private final Map<Idempotency, Retry> retries = new EnumMap<>(Idempotency.class);
  private final AtomicBoolean toldOfSpentBody;

  HttpPlanner(HttpRetry settings, HttpOutcomeReader outcomes, boolean ownTimeouts) {
    this(settings, outcomes, ownTimeouts, new AtomicBoolean());
    for (Idempotency idempotency : Idempotency.values()) {
      retries.put(idempotency, retryFor(idempotency));
    }
  }

  private HttpPlanner(
      HttpRetry settings,
      HttpOutcomeReader outcomes,
      boolean ownTimeouts,
      AtomicBoolean toldOfSpentBody) {
    this.settings = settings;
    this.outcomes = outcomes;
    this.ownTimeouts = ownTimeouts;
    this.toldOfSpentBody = toldOfSpentBody;
    classifier = new HttpClassifier(settings.rules(), outcomes);
  }

  /**
   * Returns a planner for a single request, for a client that knows more about its outcome than its
   * failures show, such as whether any byte was sent.
   *
   * @param outcomes reads the outcomes of that request
   * @return a planner with this reader
   */
  public HttpPlanner withOutcomeReader(HttpOutcomeReader outcomes) {
    Objects.requireNonNull(outcomes, "outcomes");
    return new HttpPlanner(settings, outcomes, ownTimeouts, toldOfSpentBody);
  }

  /**
   * Plans a request whose body can be sent any number of times.
   *
   * @param request the request
   * @return the plan
   */
  public HttpPlan plan(HttpRequestInfo request) {
    Idempotency idempotency = idempotencyOf(request);
    return plan(request, idempotency, retryOf(idempotency), () -> false);
  }

  /**
   * Plans a request whose body can be sent only once: it is retried only while no part of the body
   * was read. A failure that would have been retried with another body carries the note {@link
   * BodyNotRepeatable}, and the first one is logged.
   *
   * @param request the request
   * @param bodyIsSpent whether the body was begun; asked after each failed attempt, by any thread
   * @return the plan; it makes no hedges
   */
  public HttpPlan planOnce(HttpRequestInfo request, BooleanSupplier bodyIsSpent) {
    Objects.requireNonNull(bodyIsSpent, "bodyIsSpent");
    Idempotency idempotency = idempotencyOf(request);
    Retry free = retryOf(idempotency);
    OneShotBodyGuard spent = new OneShotBodyGuard(free.policy(), bodyIsSpent, toldOfSpentBody);
    RetryPolicyBuilder policy =
        base(idempotency)
            .withoutHedge()
            .abortIf(SPENT_BODY, failure -> spent.ends(Outcome.threw(failure)))
            .classifyWith(SPENT_BODY, spent);
    Retry careful = free.withPolicy(withRules(policy).build()).withListener(spent);
    return plan(request, idempotency, careful, bodyIsSpent);
  }

  private HttpPlan plan(
      HttpRequestInfo request, Idempotency idempotency, Retry retry, BooleanSupplier bodyIsSpent) {
    boolean keyed = idempotency == Idempotency.KEYED && request.key() == null;
    Retry selected = settings.isByOrigin() ? retry.on(request.origin()) : retry;
    String subject = request.subject();
    Retry described = selected.describingAttempts(subject, result -> inWords(subject, result));
    return new HttpPlan(described, settings, keyed, bodyIsSpent);
  }

  private @Nullable String inWords(String subject, @Nullable Object result) {
    HttpResponseInfo reply = result == null ? null : outcomes.response(result);
    return reply == null ? null : subject + " " + reply.status();
  }

  private Retry retryOf(Idempotency idempotency) {
    Retry made = retries.get(idempotency);
    return made != null ? made : retryFor(idempotency);
  }

  private Retry retryFor(Idempotency idempotency) {
    return settings.retry().withPolicy(withRules(base(idempotency)).build());
  }

  /**
   * Returns true if the rules retry a response, provided that the request, the limits and the
   * budget allow it. {@link HttpPlan#mayRetry} is more exact.
   *
   * @param reply the response
   * @return true if its row says retry
   */
  public boolean mayRetry(HttpResponseInfo reply) {
    return settings.rules().ofReply(reply).action() == Verdict.Action.RETRY;
  }

  /**
   * Returns true if the rules retry an outcome, provided that the request, the limits and the
   * budget allow it.
   *
   * @param outcome of an attempt
   * @return true if its row says retry
   */
  public boolean mayRetry(Outcome<?> outcome) {
    return classifier.classify(outcome).action() == Verdict.Action.RETRY;
  }

  private Idempotency idempotencyOf(HttpRequestInfo request) {
    Idempotency declared = settings.retry().policy().idempotency();
    boolean ofAll = declared == Idempotency.IDEMPOTENT || declared == Idempotency.NOT_IDEMPOTENT;
    if (ofAll) {
      return declared;
    }
    if (settings.rules().isIdempotent(request.method())) {
      return Idempotency.IDEMPOTENT;
    }
    String key = request.key();
    boolean keyed =
        key != null
            ? IdempotencyKeyField.isKey(key)
            : declared == Idempotency.KEYED && METHODS_THAT_GET_A_KEY.contains(request.method());
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
    HttpResponseInfo reply = outcomes.response(result);
    return reply == null ? null : settings.hints().waitOf(reply);
  }
}
