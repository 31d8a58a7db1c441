package dev.reprise.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExplanationTest {

  @ParameterizedTest
  @CsvSource({
    "0.1, 3, 1.11, 0.999",
    "0.5, 3, 1.75, 0.875",
    "1.0, 3, 3.0, 0.0",
    "0.5, 2147483647, 2.0, 1.0",
    "1.0, 2147483647, Infinity, 0.0",
  })
  void expects_attempts_and_success(double rate, int attempts, double expected, double success) {
    Expectation each = Expectation.of(rate, attempts);
    assertThat(each.success()).isEqualTo(success, within(1e-12));
    assertThat(each.attempts()).isEqualTo(expected, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "maxAttempts=3 attemptTimeout=1s backoff=fixed(2s) | PT7S",
        "maxAttempts=3 within=5s attemptTimeout=1s backoff=fixed(2s) | PT5S",
        "maxAttempts=1 attemptTimeout=1s | PT1S",
        "maxAttempts=unlimited within=1h attemptTimeout=1s backoff=none | PT1H",
        "maxAttempts=9 within=3s attemptTimeout=100ms backoff=fixed(2s) | PT2.2S",
        "noWaits=true maxAttempts=3 attemptTimeout=1s | PT3S",
        "maxAttempts=3 attemptTimeout=1s backoff=elapsed | PT1M",
        "maxAttempts=3 attemptTimeout=1s backoff=fixed(1s) rules=timeout(backoff=elapsed) | PT1M",
        "maxAttempts=5 within=1h attemptTimeout=2s startOverAfter=1s | PT1H",
        "maxAttempts=2 within=1h attemptTimeout=2s startOverAfter=3s backoff=none | PT4S",
        "maxAttempts=2 within=1h attemptTimeout=2s startOverAfter=2h backoff=none | PT4S",
        "maxAttempts=1 within=1h attemptTimeout=2s startOverAfter=1s | PT2S",
      })
  void computes_the_longest_duration(String policy, Duration worst) {
    assertThat(of(policy).worstNanos()).isEqualTo(worst.toNanos());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "maxAttempts=3 within=5s",
        "maxAttempts=3 within=unlimited attemptTimeout=100000d",
        "maxAttempts=2000 within=unlimited attemptTimeout=1s",
        "maxAttempts=3 within=unlimited attemptTimeout=1s backoff=contention",
        "maxAttempts=3 within=unlimited attemptTimeout=1s startOverAfter=1s",
      })
  void has_no_longest_duration_without_a_limit(String policy) {
    assertThat(of(policy).worstNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void a_budget_limits_the_expected_attempts() {
    assertThat(of("maxAttempts=1000 within=unlimited backoff=none").attempts()).isEqualTo(21);
  }

  @Test
  void prints_tables_and_warnings() {
    assertThat(ExplanationText.of(of("maxAttempts=3 within=10s backoff=fixed(500ms)")))
        .isEqualToNormalizingNewlines(
            """
            policy  maxAttempts=3 within=10s backoff=fixed(500ms)
            budget  standard

                   ------ delay before retry ------   ------- total of delays --------
             retry        min       mean        max          min       mean        max
                 1     500 ms     500 ms     500 ms       500 ms     500 ms     500 ms
                 2     500 ms     500 ms     500 ms          1 s        1 s        1 s

            attempts at most   3
            waits at most      1 s
            takes at most      10 s plus the duration of one attempt (no attemptTimeout)

                  failures   attempts    successes
                      10 %       1.11       99.9 %
                      50 %       1.75       87.5 %
                     100 %          3          0 %
            (averages for mean delays, attempts that take no time, and a full budget)

            ! No jitter: callers that fail together retry together. Add jitter=full.\
            """);
  }

  @Test
  void shows_no_delay_where_the_policy_does_not_wait() {
    Explanation explanation = of("noWaits=true rules=timeout(backoff=fixed(1s))");

    assertThat(explanation.schedule().waitedNanos()).isZero();
    assertThat(explanation.rules().get(0).delays()).allMatch(delay -> delay.maxNanos() == 0);
    assertThat(explanation.warnings()).anyMatch(text -> text.startsWith("No delay between"));
  }

  @Test
  void prints_that_a_healthy_attempt_starts_the_count_over() {
    assertThat(ExplanationText.of(of("maxAttempts=5 within=1h startOverAfter=1m")))
        .contains("attempts at most   5, counted anew after an attempt of at least 60 s")
        .containsPattern("waits at most +60 min");
    assertThat(ExplanationText.of(of("within=1h startOverAfter=1m attemptTimeout=1s")))
        .containsPattern("attempts at most   3\\R");
  }

  @Test
  void prints_the_assumed_latency() {
    String line = "(for one caller and attempts of 100 ms; delays scale with their duration)";
    assertThat(ExplanationText.of(of("backoff=elapsed"))).contains(line);
    assertThat(ExplanationText.of(of("backoff=fixed(1s)"))).doesNotContain(line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "after(50ms, maxInFlight=3) | when an attempt takes longer than 50 ms; at most 3 in flight",
        "after(50ms, maxInFlight=9) | when an attempt takes longer than 50 ms; at most 3 in flight",
        "percentile(99.9) | when an attempt takes longer than 99.9 % of recent attempts (not"
            + " before 20 attempts are recorded); at most 2 in flight",
        "percentile(99.99999) | when an attempt takes longer than 99.99999 % of recent attempts (not"
            + " before 20 attempts are recorded); at most 2 in flight",
        "percentile(0.00001) | when an attempt takes longer than 0.00001 % of recent attempts (not"
            + " before 20 attempts are recorded); at most 2 in flight",
        "percentile(95, floor=5ms) | when an attempt takes longer than 95 % of recent attempts, but"
            + " at least 5 ms (not before 20 attempts are recorded); at most 2 in flight",
      })
  void prints_when_a_hedge_is_sent(String hedge, String expected) {
    assertThat(ExplanationText.of(of("idempotency=keyed hedge=" + hedge)).replaceAll("\\s+", " "))
        .contains("hedges " + expected);
    assertThat(ExplanationText.of(of("idempotency=keyed"))).doesNotContain("hedge");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "after(50ms, maxInFlight=3) | {'percentile':null,'minDelayNanos':50000000,'maxInFlight':3}",
        "percentile(95) | {'percentile':95.0,'minDelayNanos':0,'maxInFlight':2}",
        "percentile(99.9, floor=1us) | {'percentile':99.9,'minDelayNanos':1000,'maxInFlight':2}",
      },
      quoteCharacter = '`')
  void has_the_hedge_in_json(String hedge, String expected) {
    assertThat(ExplanationJson.of(of("idempotency=keyed hedge=" + hedge)))
        .contains("\"hedge\":" + expected.replace('\'', '"') + ",");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "throttled(backoff=exponential(1s, x2, jitter=full)) | after throttled waits 0 to 1 s,"
            + " 0 to 2 s, 0 to 4 s, ...",
        "timeout(maxFailures=3, price=2) | after timeout gives up after failure 3; a retry costs 2 x"
            + " as much",
        "java.io.IOException(maxFailures=1, price=0) | after java.io.IOException no retry; a retry"
            + " costs nothing",
        "timeout(backoff=fixed(5s), maxFailures=2) | after timeout waits 5 s; gives up after failure"
            + " 2",
      })
  void prints_the_effect_of_rules(String rule, String expected) {
    assertThat(ExplanationText.of(of("maxAttempts=6 rules=" + rule)).replaceAll("\\s+", " "))
        .contains(expected);
    assertThat(ExplanationText.of(of("maxAttempts=6"))).doesNotContain("after ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ratio(20%, 10/s)", "inFlight(20%, min=3)", "grpc(10, 0.1)", "unlimited"})
  void a_price_that_the_budget_ignores_is_no_price(String budget) {
    Explanation explanation =
        Explanation.of(
            RetryPolicy.parse("maxAttempts=6 rules=timeout(price=2),throttled(price=0)"),
            RetryBudget.parse(budget),
            10);
    assertThat(ExplanationText.of(explanation).replaceAll("\\s+", " "))
        .contains("after timeout the budget ignores the price")
        .contains("after throttled a retry costs nothing")
        .doesNotContain("as much");
    assertThat(explanation.warnings())
        .filteredOn(warning -> warning.contains("price"))
        .containsExactly(
            "The price of 2 for timeout has no effect: the budget, "
                + RetryBudget.parse(budget)
                + ", knows no prices.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"standard", "bucket(500, 5)"})
  void a_price_that_the_budget_reads_is_no_surprise(String budget) {
    RetryPolicy policy = RetryPolicy.parse("maxAttempts=6 rules=timeout(price=2)");
    assertThat(Explanation.of(policy, RetryBudget.parse(budget), 10).warnings())
        .noneMatch(warning -> warning.contains("price"));
  }

  @Test
  void has_rules_in_json() {
    String policy = "maxAttempts=6 rules=timeout(backoff=fixed(5ns), maxFailures=2, price=3)";
    assertThat(ExplanationJson.of(of(policy)))
        .contains(
            "\"rules\":[{\"failures\":\"timeout\","
                + "\"delays\":[{\"minNanos\":5,\"meanNanos\":5,\"maxNanos\":5}],"
                + "\"maxFailures\":2,\"price\":3}],");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "rules=throttled(backoff=uniform(123456us, 98765s), maxFailures=2, price=9),"
            + "java.io.IOException(backoff=exponential(1ns, x1.0001), price=2)",
        "idempotency=keyed hedge=percentile(99.999999, floor=1234567ns, maxInFlight=1000000)",
        "maxAttempts=unlimited within=unlimited backoff=contention(max=1.0E300L)",
        "maxAttempts=unlimited within=1h backoff=then(3, none, elapsed)",
        "maxAttempts=1",
        "maxAttempts=unlimited within=unlimited backoff=none",
        "maxAttempts=unlimited within=100000d backoff=exponential(1ns, x1.0001)",
        "maxAttempts=2147483646 within=1d idempotency=notIdempotent nesting=multiply"
            + " attemptTimeout=2d backoff=then(3, fixed(1us), decorrelated(123456us, cap=98765s))",
      })
  void fits_80_columns_of_ascii(String policy) {
    assertThat(ExplanationText.of(of(policy)).lines())
        .allSatisfy(line -> assertThat(line).matches("\\p{ASCII}{0,80}").doesNotMatch(".* $"));
  }

  @Test
  void is_one_json_object() {
    assertThat(ExplanationJson.of(of("maxAttempts=2 within=unlimited backoff=fixed(1ns)")))
        .isEqualTo(
            "{\"policy\":\"maxAttempts=2 within=unlimited"
                + " backoff=fixed(1ns)\",\"budget\":\"standard\",\"retries\":[{\"retry\":1,"
                + "\"delay\":{\"minNanos\":1,\"meanNanos\":1,\"maxNanos\":1},"
                + "\"waited\":{\"minNanos\":1,\"meanNanos\":1,\"maxNanos\":1}}],"
                + "\"rules\":[],\"maxAttempts\":2,\"maxTotalNanos\":null,\"hedge\":null,"
                + "\"expectations\":[{\"failureRate\":0.1,\"attempts\":1.1,\"success\":0.99},"
                + "{\"failureRate\":0.5,\"attempts\":1.5,\"success\":0.75},"
                + "{\"failureRate\":1.0,\"attempts\":2.0,\"success\":0.0}],\"warnings\":[\"No time"
                + " limit: only the number of attempts ends a call.\",\"An attempt that hangs"
                + " blocks the call: set attemptTimeout.\",\"No jitter: callers that fail together"
                + " retry together. Add jitter=full.\",\"A server may request any delay:"
                + " set maxHint or within.\"]}");
  }

  @Test
  void delays_that_are_set_by_code_cannot_be_explained() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .backoff(Backoff.custom("quota", (progress, view, now, random) -> 1))
            .build();
    assertThatThrownBy(() -> PolicyExplanation.of(policy, RetryBudget.standard(), 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the delays of custom(quota)")
        .hasMessageEndingWith("are unknown: they are set by code");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1001})
  void the_number_of_rows_is_bounded(int rows) {
    assertThatThrownBy(() -> PolicyExplanation.of(RetryPolicy.none(), RetryBudget.standard(), rows))
        .hasMessage("rows must be from 0 to 1000, but was " + rows);
  }

  private static Explanation of(String policy) {
    return Explanation.of(RetryPolicy.parse(policy), RetryBudget.standard(), 10);
  }
}
