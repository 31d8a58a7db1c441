package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Attempt;
import dev.reprise.policy.AttemptTimeout;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpPlanTest {

  private static final HttpRequestInfo GET =
      new HttpRequestInfo("GET", "https://example.com:443", null);
  private static final HttpRequestInfo POST =
      new HttpRequestInfo("POST", "https://example.com:443", null);

  private final VirtualTime time = VirtualTime.seeded(1);

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder()
        .backoff(Backoff.fixed(Duration.ofMillis(10)).jitter(Jitter.none()));
  }

  private static HttpRetry http(RetryPolicyBuilder policy) {
    return HttpRetry.of(Retry.of(policy.build()));
  }

  /** Makes a call whose attempts take a time and fail, and returns the fields of each attempt. */
  private List<Map<String, String>> sent(HttpPlan plan, Duration length) {
    List<Map<String, String>> sent = new ArrayList<>();
    plan.retry()
        .withEnvironment(time)
        .executeWith(
            attempt -> {
              Map<String, String> headers = new TreeMap<>();
              plan.headers(attempt, headers::put);
              sent.add(headers);
              time.pass(length);
              return Script.answer(429);
            });
    return sent;
  }

  @Test
  void all_attempts_of_a_request_have_one_key_and_the_next_request_has_a_different_one() {
    HttpPlanner planner = http(policy().idempotency(Idempotency.KEYED)).planner(Script.OUTCOMES);

    List<Map<String, String>> first = sent(planner.plan(POST), Duration.ZERO);
    List<Map<String, String>> second = sent(planner.plan(POST), Duration.ZERO);

    assertThat(first).hasSize(3).containsOnly(first.get(0));
    assertThat(second).hasSize(3).containsOnly(second.get(0)).doesNotContainAnyElementsOf(first);
    String key = IdempotencyKeyField.parse(first.get(0).get("Idempotency-Key"));
    assertThat(UUID.fromString(key).version()).isEqualTo(7);
  }

  @Test
  void escapes_a_key_of_the_caller() {
    Retry retry =
        Retry.of(policy().idempotency(Idempotency.KEYED).build())
            .withIdempotencyKey("order \"17\\18\"");
    HttpPlan plan = HttpRetry.of(retry).planner(Script.OUTCOMES).plan(POST);

    assertThat(sent(plan, Duration.ZERO).get(0))
        .containsEntry("Idempotency-Key", "\"order \\\"17\\\\18\\\"\"");
  }

  @Test
  void by_default_no_field_is_added() {
    HttpPlan plan = http(policy()).planner(Script.OUTCOMES).plan(GET);

    assertThat(sent(plan, Duration.ZERO)).hasSize(3).containsOnly(Map.of());
  }

  @Test
  void attempts_are_counted_from_one() {
    HttpPlan plan = http(policy()).attemptHeader("Attempt").planner(Script.OUTCOMES).plan(GET);

    assertThat(sent(plan, Duration.ZERO))
        .containsExactly(Map.of("Attempt", "1"), Map.of("Attempt", "2"), Map.of("Attempt", "3"));
  }

  @Test
  void the_remaining_time_decreases() {
    HttpPlan plan =
        http(policy().within(Duration.ofMillis(1000)))
            .timeLeftHeader("Time-Left")
            .planner(Script.OUTCOMES)
            .plan(GET);

    assertThat(sent(plan, Duration.ofMillis(300)))
        .containsExactly(
            Map.of("Time-Left", "1000"), Map.of("Time-Left", "690"), Map.of("Time-Left", "380"));
  }

  @Test
  void the_remaining_time_is_that_of_the_attempt_even_if_the_client_limits_it() {
    RetryPolicyBuilder limited =
        policy().within(Duration.ofMillis(700)).attemptTimeout(Duration.ofMillis(301));
    HttpRetry http = http(limited).timeLeftHeader("Time-Left");
    List<Map<String, String>> expected =
        List.of(Map.of("Time-Left", "301"), Map.of("Time-Left", "301"), Map.of("Time-Left", "80"));

    assertThat(sent(http.planner(Script.OUTCOMES).plan(GET), Duration.ofMillis(300)).subList(0, 3))
        .isEqualTo(expected);
    assertThat(sent(http.plannerWithOwnTimeouts(Script.OUTCOMES).plan(GET), Duration.ofMillis(300)))
        .isEqualTo(expected);
  }

  @Test
  void less_than_a_millisecond_is_sent_as_one_millisecond() {
    HttpPlan plan =
        http(policy().within(Duration.ofNanos(900_000)))
            .timeLeftHeader("Time-Left")
            .planner(Script.OUTCOMES)
            .plan(GET);

    assertThat(sent(plan, Duration.ZERO)).containsExactly(Map.of("Time-Left", "1"));
  }

  @Test
  void the_remaining_time_is_not_sent_without_a_limit() {
    HttpPlan plan =
        http(policy().withoutTimeLimit())
            .timeLeftHeader("Time-Left")
            .planner(Script.OUTCOMES)
            .plan(GET);

    assertThat(sent(plan, Duration.ZERO)).hasSize(3).containsOnly(Map.of());
    assertThat(plan.timeFor(attempt(1))).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
  }

  @Test
  void each_attempt_has_the_timeout_of_its_number() {
    HttpPlan plan =
        http(policy()
                .attemptTimeout(AttemptTimeout.of(Duration.ofMillis(200), Duration.ofMillis(500))))
            .planner(Script.OUTCOMES)
            .plan(GET);

    assertThat(plan.timeFor(attempt(1))).isEqualTo(Duration.ofMillis(200));
    assertThat(plan.timeFor(attempt(2))).isEqualTo(Duration.ofMillis(500));
    assertThat(plan.timeFor(attempt(7))).isEqualTo(Duration.ofMillis(500));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:", "\u00e9", "a\r\nb", "(a)"})
  void a_header_needs_a_name(String name) {
    HttpRetry http = http(policy());

    assertThatThrownBy(() -> http.attemptHeader(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "attemptHeader must be a token of RFC 9110, section 5.6.2, but was \""
                + name.replace("\r\n", "\\r\\n")
                + "\"");
    assertThatThrownBy(() -> http.timeLeftHeader(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("timeLeftHeader must be a token");
  }

  @Test
  void copies_keep_every_other_setting() {
    HttpRules rules = HttpRules.standard().idempotentMethod("PROPFIND");
    HttpHints hints = HttpHints.standard().withMillis();
    HttpRetry http =
        http(policy())
            .withRules(rules)
            .withHints(hints)
            .attemptHeader("Attempt")
            .timeLeftHeader("Time-Left")
            .withSharedBudget();

    assertThat(http.rules()).isSameAs(rules);
    assertThat(http.hints()).isSameAs(hints);
    assertThat(http.isByOrigin()).isFalse();
    assertThat(http.attemptHeader()).isEqualTo("Attempt");
    assertThat(http.timeLeftHeader()).isEqualTo("Time-Left");
  }

  @Test
  void a_body_is_held_only_while_another_attempt_is_possible() {
    HttpPlanner planner = http(policy()).planner(Script.OUTCOMES);
    HttpPlan get = planner.plan(GET);

    assertThat(get.mayRetry(attempt(1), Script.answer(503))).isTrue();
    assertThat(get.mayRetry(attempt(2), Script.answer(503))).isTrue();
    assertThat(get.mayRetry(attempt(3), Script.answer(503))).isFalse();
    assertThat(get.mayRetry(attempt(1), Script.answer(200))).isFalse();
  }

  @Test
  void a_body_is_not_held_if_the_request_cannot_be_sent_again() {
    HttpPlanner planner = http(policy()).planner(Script.OUTCOMES);
    HttpPlan post = planner.plan(POST);
    AtomicBoolean spent = new AtomicBoolean();
    HttpPlan once = planner.planOneShot(GET, spent::get);

    assertThat(post.mayRetry(attempt(1), Script.answer(503))).isFalse();
    assertThat(post.mayRetry(attempt(1), Script.answer(429))).isTrue();
    assertThat(once.mayRetry(attempt(1), Script.answer(503))).isTrue();
    spent.set(true);
    assertThat(once.mayRetry(attempt(1), Script.answer(503))).isFalse();
  }

  @Test
  void a_response_after_a_redirect_does_not_show_the_effect() {
    HttpPlanner planner = http(policy()).planner(Script.OUTCOMES);
    HttpPlan post = planner.plan(POST);
    Script redirected = new Script(time).answers(Script.answer(429).afterRedirect()).answers(200);

    assertThat(post.mayRetry(attempt(1), Script.answer(429).afterRedirect())).isFalse();
    assertThat(planner.plan(GET).mayRetry(attempt(1), Script.answer(429).afterRedirect())).isTrue();
    RetryResult<Object> result = redirected.run(post);
    assertThat(result.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
    assertThat(result.attempts()).isEqualTo(1);
  }

  @Test
  void an_accepted_response_is_accepted_after_a_redirect_too() {
    HttpPlan post = http(policy()).planner(Script.OUTCOMES).plan(POST);
    Script redirected = new Script(time).answers(Script.answer(404).afterRedirect());

    assertThat(redirected.run(post).succeeded()).isTrue();
  }

  @Test
  void no_attempt_is_known_to_be_the_last_one_if_attempts_start_over() {
    HttpPlan plan =
        http(policy().startOverAfter(Duration.ofMinutes(1))).planner(Script.OUTCOMES).plan(GET);

    assertThat(plan.mayRetry(attempt(3), Script.answer(503))).isTrue();
  }

  private static Attempt attempt(int number) {
    return new Attempt() {
      @Override
      public int number() {
        return number;
      }

      @Override
      public Duration elapsed() {
        return Duration.ZERO;
      }

      @Override
      public Duration timeLeft() {
        return Duration.ofNanos(Long.MAX_VALUE);
      }

      @Override
      public Throwable lastFailure() {
        return null;
      }

      @Override
      public String idempotencyKey() {
        return "key";
      }
    };
  }
}
