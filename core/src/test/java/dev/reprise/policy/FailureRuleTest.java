package dev.reprise.policy;

import static dev.reprise.policy.Decisions.SECOND;
import static dev.reprise.policy.Decisions.after;
import static dev.reprise.policy.Decisions.generous;
import static dev.reprise.policy.Decisions.reasonOf;
import static dev.reprise.policy.Decisions.retryOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Different backoffs, limits and prices for failures of a kind or class. */
class FailureRuleTest {

  private static final IOException RESET = new IOException("reset");
  private static final IOException SLOW = new SocketTimeoutException("slow");
  private static final FailureRule TIMEOUTS =
      FailureRule.of(FailureKind.TIMEOUT)
          .backoff(Backoff.linear(Duration.ofSeconds(2)))
          .maxFailures(3)
          .price(2);

  /** The decisions on a call whose attempts all fail with this failure. */
  private static Decision play(RetryPolicy policy, List<? extends Throwable> failures) {
    Progress progress = Progress.startingAt(0);
    Decision decision = null;
    for (Throwable failure : failures) {
      progress = progress.attempted(0, 0, 0);
      decision = Decisions.decide(policy, progress, Outcome.threw(failure), 0);
      if (decision instanceof Decision.RetryAfter again) {
        progress = again.next();
      }
    }
    return decision;
  }

  @Test
  void a_backoff_for_a_kind_counts_the_failures_of_that_kind() {
    RetryPolicy policy = generous().rule(TIMEOUTS).build();

    assertEquals(2 * SECOND, retryOf(play(policy, List.of(SLOW))).delayNanos());
    assertEquals(SECOND, retryOf(play(policy, List.of(SLOW, RESET))).delayNanos());
    assertEquals(2 * SECOND, retryOf(play(policy, List.of(RESET, RESET, SLOW))).delayNanos());
    assertEquals(4 * SECOND, retryOf(play(policy, List.of(SLOW, RESET, SLOW))).delayNanos());
  }

  @Test
  void a_limit_for_a_kind_counts_the_failures_of_that_kind_and_the_total_limit_still_applies() {
    RetryPolicy policy = generous().maxAttempts(5).rule(TIMEOUTS).build();

    assertEquals(StopReason.ATTEMPTS, reasonOf(play(policy, List.of(SLOW, RESET, SLOW, SLOW))));
    retryOf(play(policy, List.of(SLOW, RESET, SLOW, RESET)));
    assertEquals(
        StopReason.ATTEMPTS, reasonOf(play(policy, List.of(SLOW, RESET, SLOW, RESET, RESET))));
  }

  @Test
  void a_price_is_that_of_the_verdict() {
    RetryPolicy policy = generous().rule(TIMEOUTS).build();

    assertEquals(2, retryOf(play(policy, List.of(SLOW))).verdict().price());
    assertEquals(1, retryOf(play(policy, List.of(RESET))).verdict().price());
  }

  @Test
  void a_rule_for_a_class_ignores_wrappers_and_includes_subclasses() {
    RetryPolicy policy =
        generous()
            .rule(FailureRule.of(SocketTimeoutException.class).price(3))
            .rule(FailureRule.of(IOException.class).price(4))
            .build();

    assertEquals(3, retryOf(play(policy, List.of(SLOW))).verdict().price());
    assertEquals(
        3, retryOf(play(policy, List.of(new CompletionException(SLOW)))).verdict().price());
    assertEquals(4, retryOf(play(policy, List.of(RESET))).verdict().price());
  }

  @Test
  void a_rule_for_a_kind_applies_to_rejected_results_too() {
    RetryPolicy policy =
        generous()
            .classifyWith("busy", outcome -> Verdict.retry().withKind(FailureKind.THROTTLED))
            .rule(FailureRule.of(FailureKind.THROTTLED).backoff(Backoff.none()))
            .build();

    Decision decision = Decisions.decide(policy, after(1), Outcome.returned("busy"), 0);
    assertEquals(0, retryOf(decision).delayNanos());
  }

  @Test
  void counts_restart_after_the_call_was_healthy() {
    RetryPolicy policy = generous().startOverAfter(Duration.ofSeconds(5)).rule(TIMEOUTS).build();
    Progress failed = retryOf(play(policy, List.of(SLOW, SLOW))).next();
    Progress healthy = failed.attempted(0, 0, 6 * SECOND);

    Decision decision = Decisions.decide(policy, healthy, Outcome.threw(SLOW), 10 * SECOND);
    assertEquals(2 * SECOND, retryOf(decision).delayNanos());
  }

  @Test
  void a_rule_does_not_shorten_a_hint_of_the_server() {
    RetryPolicy policy =
        generous()
            .classifyWith("hint", outcome -> Verdict.retryNoSoonerThan(Duration.ofSeconds(9)))
            .rule(FailureRule.of(FailureKind.THROTTLED).backoff(Backoff.none()))
            .build();
    assertEquals(9 * SECOND, retryOf(play(policy, List.of(RESET))).delayNanos());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "throttled(backoff=exponential(1s, x2, cap=20s, jitter=full))",
        "timeout(maxFailures=2, price=2)",
        "transient(price=0),java.net.SocketTimeoutException(maxFailures=1)",
        "other(backoff=fixed(1s), maxFailures=3, price=100)",
      })
  void print_the_text_that_they_read(String rules) {
    RetryPolicy policy = RetryPolicy.parse("rules=" + rules);
    assertTrue(policy.toString().contains(" rules=" + rules), policy::toString);
    assertEquals(policy, RetryPolicy.parse(policy.toString()));
    assertEquals(policy, policy.toBuilder().build());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rules=throttled() | a rule must set backoff, maxFailures or price",
        "rules=throttled | a rule must set backoff, maxFailures or price",
        "rules=throtled(price=2) | there is no class throtled",
        "rules=java.lang.String(price=2) | java.lang.String is not a Throwable",
        "rules=timeout(price=101) | price must be from 0 to 100, but was 101",
        "rules=timeout(maxFailures=0) | maxFailures must be at least 1, but was 0",
        "rules=timeout(delay=1s) | unknown key 'delay'",
      })
  void refuse_bad_text(String text, String message) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> RetryPolicy.parse(text));
    assertTrue(refused.getMessage().contains(message), refused::getMessage);
  }

  @Test
  void of_the_aws_sdks_print_as_their_table() {
    assertEquals(
        "[throttled(backoff=exponential(1s, x2, cap=20s, jitter=full)), timeout(price=2)]",
        FailureRule.aws().toString());
    assertEquals(
        RetryPolicy.parse(
            "rules=throttled(backoff=exponential(1s, x2, cap=20s, jitter=full)),timeout(price=2)"),
        RetryPolicy.builder().rules(FailureRule.aws()).build());
  }

  @Test
  void refuse_bad_values() {
    assertThrows(
        IllegalArgumentException.class,
        () -> RetryPolicy.builder().rule(FailureRule.of(FailureKind.TIMEOUT)));
    assertThrows(IllegalArgumentException.class, () -> TIMEOUTS.price(-1));
    RetryPolicyBuilder full = RetryPolicy.builder();
    for (int rule = 0; rule < RetryPolicyBuilder.MAX_RULES; rule++) {
      full.rule(TIMEOUTS);
    }
    assertThrows(IllegalArgumentException.class, () -> full.rule(TIMEOUTS));
    assertEquals(List.of(), full.withoutRules().build().rules());
  }
}
