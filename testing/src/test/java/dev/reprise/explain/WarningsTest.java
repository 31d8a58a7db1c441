package dev.reprise.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarningsTest {

  @Test
  void the_defaults_give_no_warning() {
    assertThat(warnings("", "standard")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "backoff=fixed(1s) | No jitter: callers that fail together",
        "backoff=none | No delay between attempts",
        "maxAttempts=unlimited within=unlimited | No limit: a call that keeps failing never ends",
        "within=unlimited | No time limit: only the number of attempts",
        "within=unlimited | An attempt that hangs blocks the call",
        "within=1s backoff=fixed(2s) | ends before the first retry: it is 1 s, but the first delay is"
            + " at least 2 s",
        "giveUpWhen=attempts(1) | There is never a retry: the condition to give up, attempts(1),"
            + " holds after the first attempt.",
        "maxAttempts=9 within=3s backoff=fixed(1s) giveUpWhen=attempts(2) | Attempts 4 to 9 can",
        "maxAttempts=10 within=3s backoff=fixed(1s) | Attempts 4 to 10 can never start within 3 s",
        "maxAttempts=4 within=3s backoff=fixed(1s) | Attempt 4 can never start within 3 s",
        "maxAttempts=3 within=3s backoff=uniform(0s, 2s) | Attempt 3 may not start within 3 s",
        "maxAttempts=22 | a full standard allows 20 retries in a row, but the policy has 21",
        "backoff=decorrelated(1s, cap=9s) | Delays concentrate at the cap",
        "backoff=exponential(1s, x1) | Factor 1: the delay never grows",
        "within=5s attemptTimeout=9s | attemptTimeout (9 s) is longer than the time limit of the call (5 s).",
        "within=unlimited maxHint=1h | A server may request a delay of 60 min each time",
        "within=unlimited backoff=fibonacci(1s) | A server may request any delay",
        "maxAttempts=10 backoff=fixed(100us) | Many attempts in a short time",
        "backoff=elapsed | Attempts that fail quickly make the delays short: set floor",
        "nesting=multiply | Nested retries multiply",
        "idempotency=notIdempotent | Not idempotent: only failures known to have had no effect",
        "maxAttempts=1 | One attempt: there is no retry",
        "rules=timeout(price=2),timeout(price=3) | The later rule for timeout is never used",
        "maxAttempts=3 rules=timeout(maxFailures=3) | The limit of 3 failures for timeout has"
            + " no effect",
      })
  void warns_of_surprising_settings(String policy, String warning) {
    assertThat(warnings(policy, "standard")).anySatisfy(text -> assertThat(text).contains(warning));
  }

  @Test
  void a_budget_without_retries_is_not_called_a_full_one() {
    assertThat(warnings("maxAttempts=3", "none"))
        .containsExactly("There is never a retry: the budget, none, allows none.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "maxAttempts=21 within=10m | standard",
        "maxAttempts=1000 within=1d backoff=uniform(1s, 2s) | unlimited",
        "attemptTimeout=60s | standard",
        "maxAttempts=9 backoff=uniform(1s, 2s) giveUpWhen=attempts(2) | standard",
        "maxAttempts=4 rules=timeout(maxFailures=3),throttled(price=2) | standard",
        "backoff=contention(floor=1ms) | standard",
        "maxAttempts=3 within=3s backoff=uniform(0s, 1s) | standard",
        "backoff=exponential(1s, x1.5, jitter=full) | standard",
      })
  void has_no_warning_for_other_settings(String policy, String budget) {
    assertThat(warnings(policy, budget)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hedge=after(3s) attemptTimeout=3s | standard | The hedge is never sent: its delay is at"
            + " least 3 s, but an attempt ends after 3 s.",
        "hedge=percentile(95, floor=4s) attemptTimeout=3s | standard | its delay is at least 4 s,"
            + " but an attempt ends after 3 s.",
        "hedge=after(60s) | standard | its delay is at least 60 s, but the call has only 60 s.",
        "hedge=after(9s) within=5s attemptTimeout=4s | standard | but the call has only 5 s.",
        "hedge=after(1s) maxAttempts=1 | standard | The hedge is never sent: it would be a second"
            + " attempt.",
        "hedge=after(1s) | none | The hedge is never sent: the budget, none, allows none.",
        "hedge=after(0s) | standard | No delay before the hedge: every call sends more than one attempt",
        "hedge=after(1s, maxInFlight=3) | standard | Hedges may use all 3 attempts",
        "hedge=percentile(95) maxAttempts=2 | standard | Hedges may use all 2 attempts",
      })
  void warns_of_settings_that_make_a_hedge_useless(String policy, String budget, String warning) {
    assertThat(warnings("idempotency=keyed " + policy, budget))
        .anySatisfy(text -> assertThat(text).contains(warning));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hedge=after(2999ms) attemptTimeout=3s",
        "hedge=percentile(95)",
        "hedge=percentile(95, floor=5ms) attemptTimeout=3s",
        "hedge=after(1s, maxInFlight=3) maxAttempts=4",
        "hedge=after(59s)",
      })
  void has_no_warning_for_a_useful_hedge(String policy) {
    assertThat(warnings("idempotency=keyed " + policy, "standard")).isEmpty();
  }

  private static List<String> warnings(String policy, String budget) {
    return Explanation.of(RetryPolicy.parse(policy), RetryBudget.parse(budget), 10).warnings();
  }
}
