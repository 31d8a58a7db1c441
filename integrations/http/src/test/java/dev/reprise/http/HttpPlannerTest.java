package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HttpPlannerTest {

  private static final String ORIGIN = "https://example.com:443";

  private final VirtualTime time = VirtualTime.seeded(1);

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .backoff(Backoff.fixed(Duration.ofMillis(10)).jitter(Jitter.none()));
  }

  private static HttpPlanner planner(RetryPolicyBuilder policy) {
    return HttpRetry.of(Retry.of(policy.build())).planner(Script.OUTCOMES);
  }

  private static HttpRequestInfo request(String method) {
    return new HttpRequestInfo(method, ORIGIN, null);
  }

  private Script script() {
    return new Script(time);
  }

  /**
   * Tests the rows of the table of {@link HttpRetry}: the number of attempts after a failure of
   * unknown effect.
   */
  @ParameterizedTest
  @CsvSource({
    "UNSPECIFIED, GET, , 2, false",
    "UNSPECIFIED, PUT, , 2, false",
    "UNSPECIFIED, POST, k, 2, false",
    "UNSPECIFIED, LOCK, k, 2, false",
    "UNSPECIFIED, POST, , 1, false",
    "UNSPECIFIED, PATCH, , 1, false",
    "UNSPECIFIED, LOCK, , 1, false",
    "KEYED, GET, , 2, false",
    "KEYED, DELETE, k, 2, false",
    "KEYED, POST, k, 2, false",
    "KEYED, POST, , 2, true",
    "KEYED, PATCH, , 2, true",
    "KEYED, LOCK, , 1, false",
    "IDEMPOTENT, GET, , 2, false",
    "IDEMPOTENT, POST, , 2, false",
    "IDEMPOTENT, LOCK, , 2, false",
    "NOT_IDEMPOTENT, GET, , 1, false",
    "NOT_IDEMPOTENT, POST, , 1, false",
    "NOT_IDEMPOTENT, POST, k, 1, false",
    "NOT_IDEMPOTENT, LOCK, , 1, false",
  })
  void policy_method_and_key_decide_which_requests_are_sent_twice(
      Idempotency declared, String method, @Nullable String key, int attempts, boolean keyAdded) {
    HttpPlan plan =
        planner(policy().idempotency(declared)).plan(new HttpRequestInfo(method, ORIGIN, key));
    Script script = script().breaks(HttpFault.CONNECTION_LOST).answers(200);

    RetryResult<Object> result = script.run(plan);

    assertThat(result.attempts()).isEqualTo(attempts);
    assertThat(result.stopReason())
        .isEqualTo(attempts == 2 ? StopReason.SUCCEEDED : StopReason.EFFECT_UNKNOWN);
    plan.headers(
        script.exchanges().attempts().get(0),
        (name, value) -> assertThat(name).isEqualTo(keyAdded ? "Idempotency-Key" : "none"));
  }

  /** Keys that identify no request. A blank key counts as no key; the others are kept. */
  @ParameterizedTest
  @CsvSource({
    "UNSPECIFIED, '', 1, false",
    "UNSPECIFIED, '  ', 1, false",
    "UNSPECIFIED, '\t', 1, false",
    "UNSPECIFIED, '\"\"', 1, false",
    "UNSPECIFIED, '\" \"', 1, false",
    "UNSPECIFIED, '\"unfinished', 1, false",
    "UNSPECIFIED, '\"a\", \"b\"', 1, false",
    "UNSPECIFIED, 'schl\u00fcssel', 1, false",
    "UNSPECIFIED, 'a\u202eb', 1, false",
    "KEYED, '', 2, true",
    "KEYED, '\"\"', 2, true",
    "KEYED, '\"unfinished', 1, false",
    "KEYED, '\"a\", \"b\"', 1, false",
  })
  void a_key_that_identifies_no_request_makes_none_retryable(
      Idempotency declared, String key, int attempts, boolean keyAdded) {
    policy_method_and_key_decide_which_requests_are_sent_twice(
        declared, "POST", key, attempts, keyAdded);
  }

  @Test
  void a_response_created_by_the_client_itself_is_not_retried() {
    HttpPlanner planner = planner(policy());
    Script.Answer local = Script.answer(504).fromNowhere();
    HttpPlan plan = planner.plan(request("GET"));
    Script script = script().answers(local).answers(200);

    RetryResult<Object> result = script.run(plan);

    assertThat(result.value()).isSameAs(local);
    assertThat(result.attempts()).isEqualTo(1);
    assertThat(planner.mayRetry(local)).isFalse();
    assertThat(plan.mayRetry(script.exchanges().attempts().get(0), local)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Idempotency.class)
  void a_failure_without_effect_is_retried_for_any_declaration(Idempotency declared) {
    HttpPlan plan = planner(policy().idempotency(declared)).plan(request("POST"));

    assertThat(script().breaks(HttpFault.REFUSED_STREAM).answers(200).run(plan).attempts())
        .isEqualTo(2);
    assertThat(script().answers(429).answers(200).run(plan).attempts()).isEqualTo(2);
  }

  @Test
  void a_response_of_unknown_effect_to_a_POST_is_returned_unchanged() {
    Script.Answer unavailable = Script.answer(503);

    RetryResult<Object> result =
        script().answers(unavailable).run(planner(policy()).plan(request("POST")));

    assertThat(result.value()).isSameAs(unavailable);
    assertThat(result.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
    assertThat(unavailable.closed).isFalse();
  }

  @Test
  void the_last_rejected_response_is_returned_open_and_earlier_ones_are_closed() throws Exception {
    List<Script.Answer> answers =
        List.of(Script.answer(503), Script.answer(502), Script.answer(503));
    Script script = script();
    answers.forEach(script::answers);
    HttpPlan plan = planner(policy()).plan(request("GET"));

    Object last = script.in(plan.retry()).call(script.exchanges());

    assertThat(last).isSameAs(answers.get(2));
    assertThat(answers).extracting(answer -> answer.closed).containsExactly(true, true, false);
  }

  @Test
  void the_policy_decides_about_a_response_without_a_row() {
    RetryPolicyBuilder poll =
        policy().retryOnResult(HttpResponseInfo.class, reply -> reply.status() == 202);
    Script script = script().answers(Script.answer(202).with("Retry-After", "7")).answers(200);

    RetryResult<Object> result = script.run(planner(poll.hintJitter(0)).plan(request("GET")));

    assertThat(result.attempts()).isEqualTo(2);
    assertThat(script.exchanges().starts()).containsExactly(Duration.ZERO, Duration.ofSeconds(7));
  }

  @Test
  void the_policy_decides_about_a_failure_that_is_not_one_of_the_exchange() {
    HttpPlan plan = planner(policy().retryOn(IllegalStateException.class)).plan(request("GET"));
    Script named = script();
    named.exchanges().fails(new IllegalStateException()).returns("body");
    Script unnamed = script();
    unnamed.exchanges().fails(new IOException()).returns("body");

    assertThat(named.run(plan).attempts()).isEqualTo(2);
    assertThat(unnamed.run(plan).attempts()).isEqualTo(1);
  }

  @Test
  void conditions_of_the_policy_do_not_disable_rows() {
    HttpPlan plan = planner(policy().retryOn(IllegalStateException.class)).plan(request("GET"));

    assertThat(script().breaks(HttpFault.CONNECT).answers(200).run(plan).attempts()).isEqualTo(2);
  }

  @Test
  void abortOn_and_the_classifiers_of_the_policy_have_priority_over_the_rows() {
    HttpPlan aborted = planner(policy().abortOn(Script.Broken.class)).plan(request("GET"));
    HttpPlan asked =
        planner(policy().classifyWith("mine", outcome -> Verdict.abort())).plan(request("GET"));

    assertThat(script().breaks(HttpFault.CONNECT).run(aborted).attempts()).isEqualTo(1);
    assertThat(script().answers(503).run(asked).attempts()).isEqualTo(1);
  }

  @Test
  void recognizes_wrapped_failures() {
    Script script = script();
    script
        .exchanges()
        .fails(new CompletionException(new Script.Broken(HttpFault.CONNECT)))
        .returns(Script.answer(200));

    assertThat(script.run(planner(policy()).plan(request("POST"))).attempts()).isEqualTo(2);
  }

  @Test
  void rows_can_be_overridden() {
    HttpRules rules =
        HttpRules.standard()
            .onStatus(409, Verdict.retry().withEffect(Effect.NONE))
            .onFault(HttpFault.TIMEOUT, Verdict.abort());
    HttpPlan plan =
        HttpRetry.of(Retry.of(policy().build()))
            .withRules(rules)
            .planner(Script.OUTCOMES)
            .plan(request("GET"));

    assertThat(script().answers(409).answers(200).run(plan).attempts()).isEqualTo(2);
    assertThat(script().breaks(HttpFault.TIMEOUT).run(plan).attempts()).isEqualTo(1);
  }

  @Test
  void an_attempt_timeout_has_the_row_of_timeouts() {
    HttpPlanner retried = planner(policy());
    HttpPlanner aborted =
        HttpRetry.of(Retry.of(policy().build()))
            .withRules(HttpRules.standard().onFault(HttpFault.TIMEOUT, Verdict.abort()))
            .planner(Script.OUTCOMES);
    Outcome<?> timedOut = Outcome.threw(new AttemptTimeoutException(1, null));

    assertThat(retried.mayRetry(timedOut)).isTrue();
    assertThat(aborted.mayRetry(timedOut)).isFalse();
  }

  @Test
  void a_server_that_requests_time_gets_it() {
    Script script = script().answers(Script.answer(429).with("Retry-After", "7")).answers(200);

    script.run(planner(policy().hintJitter(0)).plan(request("GET")));

    assertThat(script.exchanges().starts()).containsExactly(Duration.ZERO, Duration.ofSeconds(7));
  }

  @Test
  void a_503_is_throttled_if_the_server_requests_time_and_else_transient() {
    Script script =
        script().answers(Script.answer(503).with("Retry-After", "7")).answers(503).answers(200);
    RecordingListener recorder = new RecordingListener();
    Retry retry = Retry.of(policy().hintJitter(0).build()).withListener(recorder);

    script.run(HttpRetry.of(retry).planner(Script.OUTCOMES).plan(request("GET")));

    assertThat(recorder.recorded(RetryEvent.AttemptFinished.class))
        .extracting(attempt -> attempt.decision().verdict().kind())
        .startsWith(FailureKind.THROTTLED, FailureKind.TRANSIENT);
  }

  @Test
  void a_server_that_requests_too_much_time_ends_the_call() {
    RecordingListener heard = new RecordingListener();
    RetryPolicy patient = policy().maxHint(Duration.ofDays(1)).withoutTimeLimit().build();
    HttpPlan plan =
        HttpRetry.of(Retry.of(patient).withListener(heard))
            .planner(Script.OUTCOMES)
            .plan(request("GET"));

    script().answers(Script.answer(429).with("Retry-After", "9".repeat(40))).run(plan);

    assertThat(heard.stopReason()).isEqualTo(StopReason.HINT_TOO_LONG);
  }

  @Test
  void an_accepted_response_makes_the_next_call_wait_only_if_the_policy_enables_it() {
    Script.Answer nothingLeft = Script.answer(200).with("RateLimit", "\"minute\";r=0;t=9");

    assertThat(startOfSecondCall(planner(policy()), nothingLeft)).isEqualTo(Duration.ZERO);
    assertThat(startOfSecondCall(planner(policy().hintsOnSuccess().hintJitter(0)), nothingLeft))
        .isEqualTo(Duration.ofSeconds(9));
  }

  private Duration startOfSecondCall(HttpPlanner planner, HttpResponseInfo first) {
    Script script = script().answers(first).answers(200);
    script.run(planner.plan(request("GET")));
    script.run(planner.plan(request("GET")));
    return script.exchanges().starts().get(1);
  }

  @Test
  void a_failing_origin_does_not_use_up_the_budget_of_another_one() {
    HttpPlanner planner =
        HttpRetry.of(Retry.of(policy().build()).withBudget(RetryBudget.bucket(10, 5)))
            .planner(Script.OUTCOMES);

    assertThat(stopReasonAfterOutage(planner)).isEqualTo(StopReason.SUCCEEDED);
  }

  @Test
  void origins_share_a_budget_if_configured() {
    HttpPlanner planner =
        HttpRetry.of(Retry.of(policy().build()).withBudget(RetryBudget.bucket(10, 5)))
            .withSharedBudget()
            .planner(Script.OUTCOMES);

    assertThat(stopReasonAfterOutage(planner)).isEqualTo(StopReason.BUDGET);
  }

  private StopReason stopReasonAfterOutage(HttpPlanner planner) {
    HttpRequestInfo down = new HttpRequestInfo("GET", "http://down:80", null);
    HttpRequestInfo up = new HttpRequestInfo("GET", "http://up:80", null);
    StopReason last = StopReason.SUCCEEDED;
    for (int call = 0; call < 5; call++) {
      last = script().breaks(HttpFault.CONNECT).run(planner.plan(down)).stopReason();
    }
    assertThat(last).isEqualTo(StopReason.BUDGET);
    return script().breaks(HttpFault.CONNECT).answers(200).run(planner.plan(up)).stopReason();
  }

  @Test
  void requests_to_one_origin_share_its_state_for_any_method() {
    HttpPlanner planner = planner(policy());

    assertThat(planner.plan(request("GET")).retry().state())
        .isSameAs(planner.plan(request("POST")).retry().state())
        .isSameAs(planner.planOneShot(request("PUT"), () -> false).retry().state())
        .isNotSameAs(
            planner.plan(new HttpRequestInfo("GET", "http://other:80", null)).retry().state());
  }

  @Test
  void only_requests_that_may_be_sent_twice_are_hedged() {
    HttpPlanner planner =
        planner(policy().idempotency(Idempotency.KEYED).hedge(Hedge.after(Duration.ofMillis(5))));

    assertThat(planner.plan(request("GET")).retry().policy().hedge()).isPresent();
    assertThat(planner.plan(request("POST")).retry().policy().hedge()).isPresent();
    assertThat(planner.plan(request("LOCK")).retry().policy().hedge()).isEmpty();
  }

  @Test
  void without_an_attempt_timeout_the_time_limit_ends_an_attempt() {
    RetryPolicyBuilder limited = policy().within(Duration.ofSeconds(3));
    Script script = script();
    script.exchanges().hangs();

    RetryResult<Object> result = script.run(planner(limited).plan(request("GET")));

    assertThat(result.failure()).isInstanceOf(AttemptTimeoutException.class);
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void an_existing_attempt_timeout_is_kept() {
    RetryPolicyBuilder limited =
        policy().within(Duration.ofSeconds(3)).attemptTimeout(Duration.ofSeconds(1));

    assertThat(planner(limited).plan(request("GET")).retry().policy().attemptTimeout())
        .contains(Duration.ofSeconds(1));
  }

  @Test
  void a_client_that_enforces_the_timeouts_itself_has_no_attempt_timeout() {
    RetryPolicyBuilder limited =
        policy().within(Duration.ofSeconds(3)).attemptTimeout(Duration.ofSeconds(1));
    HttpPlan plan =
        HttpRetry.of(Retry.of(limited.build()))
            .plannerWithOwnTimeouts(Script.OUTCOMES)
            .plan(request("GET"));

    assertThat(plan.retry().policy().attemptTimeout()).isEmpty();
  }

  @Test
  void a_policy_without_limits_gets_none() {
    HttpPlan plan = planner(policy().withoutTimeLimit()).plan(request("GET"));

    assertThat(plan.retry().policy().attemptTimeout()).isEmpty();
  }

  @Test
  void keeps_name_listener_and_further_settings_of_the_retry() {
    RecordingListener heard = new RecordingListener();
    Retry retry = Retry.of(policy().maxAttempts(2).build()).named("orders").withListener(heard);
    HttpPlanner planner = HttpRetry.of(retry).planner(Script.OUTCOMES);

    script().answers(500).run(planner.plan(request("GET")));

    assertThat(heard.recorded()).extracting(RetryEvent::retry).containsOnly("orders");
    assertThat(heard.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    heard.assertGrammar();
  }

  @Test
  void returns_whether_the_row_of_a_status_retries() {
    HttpPlanner planner = planner(policy());

    assertThat(planner.mayRetry(Script.answer(503))).isTrue();
    assertThat(planner.mayRetry(Script.answer(404))).isFalse();
    assertThat(planner.mayRetry(Outcome.returned(Script.answer(503)))).isTrue();
    assertThat(planner.mayRetry(Outcome.returned("no answer of this client"))).isFalse();
    assertThat(planner.mayRetry(Outcome.threw(new Script.Broken(HttpFault.GOAWAY)))).isTrue();
    assertThat(planner.mayRetry(Outcome.threw(new IOException()))).isFalse();
  }

  @Test
  void null_is_refused() {
    assertThatThrownBy(() -> HttpRetry.of(nothing())).hasMessage("retry");
    HttpRetry http = HttpRetry.of(Retry.none());
    assertThatThrownBy(() -> http.withRules(nothing())).hasMessage("rules");
    assertThatThrownBy(() -> http.withHints(nothing())).hasMessage("hints");
    assertThatThrownBy(() -> http.planner(nothing())).hasMessage("outcomes");
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }
}
