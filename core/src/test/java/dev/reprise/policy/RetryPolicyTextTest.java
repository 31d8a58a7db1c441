package dev.reprise.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.classify.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTextTest {

  @Test
  void of_the_first_example_reads_as_the_policy_of_its_builder() {
    assertEquals(
        RetryPolicy.builder()
            .maxAttempts(5)
            .within(Duration.ofSeconds(30))
            .attemptTimeout(Duration.ofSeconds(3))
            .backoff(
                Backoff.exponential(Duration.ofMillis(100))
                    .cappedAt(Duration.ofSeconds(10))
                    .jitter(Jitter.full()))
            .retryOn(IOException.class)
            .build(),
        RetryPolicy.parse(
            "maxAttempts=5 within=30s attemptTimeout=3s"
                + " backoff=exponential(100ms, x2, cap=10s, jitter=full)"
                + " retryOn=java.io.IOException"));
  }

  @Test
  void that_is_empty_means_the_defaults() {
    assertEquals(RetryPolicy.defaults(), RetryPolicy.parse(""));
    assertEquals(RetryPolicy.defaults(), RetryPolicy.parse(" \n\t "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "maxAttempts=3 within=1m backoff=exponential(100ms, x2, cap=20s, jitter=full)",
        "maxAttempts=unlimited within=unlimited backoff=none",
        "maxAttempts=1 within=1ns attemptTimeout=1h backoff=none"
            + " retryOn=java.io.IOException,java.util.concurrent.TimeoutException"
            + " retryOnCause=java.lang.Error abortOn=dev.reprise.policy.RandomPolicies$Nested"
            + " retryOnNull=true idempotency=idempotent nesting=multiply maxHint=1m hintJitter=0.5"
            + " returningRejected=true closingRejected=true",
        "maxAttempts=3 within=1m backoff=fixed(1s, cap=2s) idempotency=notIdempotent"
            + " hintJitter=1.0E-5",
        "maxAttempts=5 within=2s backoff=fixed(1s, cap=2s) startOverAfter=10m"
            + " giveUpWhen=any(attempts(4), all(attempts(2), elapsed(1m))) hedge=percentile(95,"
            + " floor=5ms, maxInFlight=3) idempotency=keyed hintsOnSuccess=true noWaits=true",
        "maxAttempts=2 within=2s backoff=none hedge=after(50ms) idempotency=idempotent"
      })
  void prints_unchanged(String text) {
    assertEquals(text, RetryPolicy.parse(text).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " within=60s  maxAttempts=3 | maxAttempts=3 within=1m",
        "retryOnNull=false returningRejected=false closingRejected=false | maxAttempts=3 within=1m",
        "maxAttempts=2147483647 within=forever | maxAttempts=unlimited within=unlimited",
        "maxHint=200s nesting=collapse idempotency=unspecified | maxAttempts=3 within=1m maxHint=200s",
        "retryOn=java.io.IOException,java.io.IOException |"
            + " maxAttempts=3 within=1m retryOn=java.io.IOException",
      })
  void reads_other_forms_of_the_text(String text, String printed) {
    String backoff = " backoff=exponential(100ms, x2, cap=20s, jitter=full)";
    String head = printed.replaceFirst("(within=\\S+)", "$1" + backoff);

    assertEquals(head, RetryPolicy.parse(text).toString());
  }

  @Tag("random")
  @Test
  void reads_its_printed_text_as_the_same_policy() {
    long seed = 42;
    RandomPolicies policies = new RandomPolicies(new SplittableRandom(seed));
    for (int round = 0; round < 10_000; round++) {
      RetryPolicy policy = policies.next().build();
      String text = policy.toString();

      RetryPolicy read = RetryPolicy.parse(text);

      assertEquals(policy, read, () -> "seed " + seed + ": " + text);
      assertEquals(policy.hashCode(), read.hashCode(), text);
      assertEquals(text, read.toString());
    }
  }

  @Test
  void lists_may_have_blanks_after_their_commas() {
    assertEquals(
        RetryPolicy.parse(
            "abortOn=java.io.IOException,java.sql.SQLException"
                + " rules=throttled(price=2),timeout(price=0) maxAttempts=5"),
        RetryPolicy.parse(
            "abortOn=java.io.IOException, java.sql.SQLException"
                + " rules=throttled(price=2),\t timeout(price=0) maxAttempts=5"));
  }

  @Test
  void that_is_null_is_named() {
    assertEquals(
        "text",
        assertThrows(NullPointerException.class, () -> RetryPolicy.parse(null)).getMessage());
    assertEquals(
        "text", assertThrows(NullPointerException.class, () -> Backoff.parse(null)).getMessage());
  }

  @Test
  void with_code_prints_but_cannot_be_read() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .retryIf("isBusy", failure -> true)
            .abortIf("isFatal", failure -> false)
            .retryOnResult("isEmpty", String.class, String::isEmpty)
            .classifyWith("http", outcome -> Verdict.pass())
            .hintFrom("retryAfter", IOException.class, failure -> null)
            .hintFromResult("pause", String.class, result -> null)
            .build();

    assertEquals(
        "maxAttempts=3 within=1m backoff=exponential(100ms, x2, cap=20s, jitter=full)"
            + " retryIf=custom(isBusy) abortIf=custom(isFatal) retryOnResult=custom(isEmpty)"
            + " classifyWith=custom(http) hintFrom=custom(retryAfter)"
            + " hintFromResult=custom(pause)",
        policy.toString());
    assertThrows(IllegalArgumentException.class, () -> RetryPolicy.parse(policy.toString()));
  }

  /** The caret is below the named column. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "maxAttempts=0 | 13 | maxAttempts must be at least 1, but was 0",
        "maxAttempts=-1 | 13 | expected maxAttempts, a whole number, but found '-'",
        "maxAttempts=2147483648 | 13 | maxAttempts must be at most 2147483647, but was 2147483648",
        "maxAttempts= | 13 | expected maxAttempts, a whole number, but the text ended",
        "maxAttempts=unbounded | 13 | expected unlimited or a value, but found unbounded",
        "maxAttempts=unlimited | 1 | maxAttempts=unlimited needs a time limit: set within to a"
            + " duration, or to unlimited",
        "maxAttempts | 12 | expected '=', but the text ended",
        "maxAttempts = 3 | 12 | expected '=', but found ' '",
        "maxAttempts=3,within=1s | 14 | expected a blank after the value of maxAttempts, but found"
            + " ','",
        "maxAttempts=3 maxAttempts=4 | 15 | maxAttempts is set twice",
        "attempts=3 | 1 | unknown setting attempts, did you mean maxAttempts? Expected one of"
            + " abortOn, attemptTimeout, backoff,",
        "maxattempts=3 | 1 | unknown setting maxattempts, did you mean maxAttempts? Expected one"
            + " of",
        "=3 | 1 | expected the name of a setting, but found '='",
        "within=0s | 8 | within must be more than 0 s, but was 0 s",
        "within=30 | 10 | expected a unit of time (ns, us, ms, s, m, h or d) after 30, but the text"
            + " ended",
        "within=1h30m | 10 | expected the end of the duration, which has one unit such as 90m, but"
            + " found '3'",
        "within=unlimted | 8 | expected unlimited or a value, but found unlimted",
        "attemptTimeout=soon | 16 | unknown attempt timeout 'soon', expected a duration,"
            + " sequence(2s, 5s)",
        "backoff=expo(1s) | 9 | unknown backoff 'expo'",
        "maxAttempts=3 backoff=fixed(1x) | 30 | expected a unit of time",
        "backoff=fixed(1s | 17 | expected ')', but the text ended",
        "backoff=custom(mine) | 9 | custom means user code, which a text cannot give",
        "backoff=exponential(1s, x0.5) | 25 | factor must be",
        "retryOn= | 9 | expected the name of an exception class, but the text ended",
        "retryOn=java.io.IOException, | 29 | expected the name of an exception class, but the text"
            + " ended",
        "retryOn=no.such.Failure | 9 | there is no class no.such.Failure",
        "retryOn=java.io.IOException, | 29 | expected the name of an exception class",
        "retryOn=java.io.IOException, no.Such | 30 | there is no class no.Such",
        "retryOn=java.io.IOException,no.Such | 29 | there is no class no.Such",
        "retryOn=java.lang.String | 9 | java.lang.String is not a Throwable",
        "retryOn=custom(mine) | 9 | custom(mine) is code and has no text form",
        "retryIf=custom(mine) | 1 | retryIf is code and has no text form",
        "abortIf=custom(mine) | 1 | abortIf is code and has no text form",
        "retryOnResult=custom(mine) | 1 | retryOnResult is code and has no text form",
        "classifyWith=custom(mine) | 1 | classifyWith is code and has no text form",
        "hintFrom=custom(mine) | 1 | hintFrom is code and has no text form",
        "hintFromResult=custom(mine) | 1 | hintFromResult is code and has no text form",
        "maxAttempts=3 budget=none | 15 | budget is not a setting of a policy, since all calls of a"
            + " Retry share it: set it by Retry.withBudget, the property"
            + " reprise.policies.NAME.budget or the option --budget",
        "retryOnNull=yes | 13 | expected true or false, but found yes",
        "retryOnNull=1 | 13 | expected true or false, but found '1'",
        "idempotency=maybe | 13 | expected one of [unspecified, idempotent, keyed, notIdempotent],"
            + " but found maybe",
        "nesting=twice | 9 | expected one of [collapse, multiply], but found twice",
        "hintJitter=2 | 12 | hintJitter must be from 0 to 1, but was 2.0",
        "hintJitter=x | 12 | expected hintJitter, a number such as 1.5, but found 'x'",
        "startOverAfter=0s | 16 | startOverAfter must be more than 0 s, but was 0 s",
        "giveUpWhen=attempts(0) | 12 | attempts must be at least 1, but was 0",
        "giveUpWhen=all(attempts(1)) | 12 | all must have at least 2 conditions, but had 1",
        "giveUpWhen=custom(mine) | 12 | custom means user code, which a text cannot give",
        "giveUpWhen=any(attempts(1), elapst(1s)) | 29 | unknown condition 'elapst', did you mean"
            + " elapsed?",
        "hintsOnSuccess=yes | 16 | expected true or false, but found yes",
        "hedge=after(50ms) | 1 | hedge needs idempotency to be idempotent or keyed, but it was"
            + " unspecified",
        "hedge=after(5ms) idempotency=notIdempotent | 1 | hedge needs idempotency to be idempotent"
            + " or keyed,",
        "idempotency=keyed hedge=later(50ms) | 25 | unknown hedge 'later', expected after(50ms) or"
            + " percentile(95)",
        "idempotency=keyed hedge=after(50ms, maxInFlight=1) | 49 | maxInFlight must be at least 2,"
            + " but was 1",
        "idempotency=keyed hedge=percentile(100) | 36 | percentile must be more than 0 and less"
            + " than 100,",
        "idempotency=keyed hedge= | 25 | expected a hedge, but the text ended",
        "maxHint=0ms | 9 | maxHint must be more than 0 s, but was 0 s",
      })
  void points_at_a_mistake(String text, int column, String message) {
    IllegalArgumentException mistake =
        assertThrows(IllegalArgumentException.class, () -> RetryPolicy.parse(text));

    String[] lines = String.valueOf(mistake.getMessage()).split("\n");
    assertEquals(3, lines.length, mistake.getMessage());
    assertTrue(lines[0].startsWith(message), lines[0]);
    assertTrue(lines[0].endsWith("(column " + column + ")"), lines[0]);
    assertEquals(column + 2, lines[2].length(), mistake.getMessage());
  }

  @Test
  void shows_the_text_and_a_caret() {
    IllegalArgumentException mistake =
        assertThrows(
            IllegalArgumentException.class,
            () -> RetryPolicy.parse("maxAttempts=5 within=30 backoff=none"));

    assertEquals(
        """
        expected a unit of time (ns, us, ms, s, m, h or d) after 30, but found ' ' (column 24)
          maxAttempts=5 within=30 backoff=none
                                 ^\
        """,
        mistake.getMessage());
  }
}
