package dev.reprise.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyBuilderTest {

  private final RetryPolicyBuilder builder = RetryPolicy.builder();

  @Test
  void begins_with_the_documented_defaults() {
    RetryPolicy policy = builder.build();

    assertEquals(RetryPolicy.defaults(), policy);
    assertEquals(3, policy.maxAttempts());
    assertEquals(Optional.of(Duration.ofSeconds(60)), policy.within());
    assertEquals(Optional.empty(), policy.attemptTimeout());
    assertEquals(Backoff.parse("exponential(100ms, x2, cap=20s, jitter=full)"), policy.backoff());
    assertEquals(Idempotency.UNSPECIFIED, policy.idempotency());
    assertEquals(Nesting.COLLAPSE, policy.nesting());
    assertEquals(Optional.of(Duration.ofSeconds(200)), policy.maxHint());
    assertEquals(0.2, policy.hintJitter());
  }

  @Test
  void an_operation_without_retries_gets_a_policy_of_one_attempt() {
    assertEquals(1, RetryPolicy.none().maxAttempts());
    assertEquals(Optional.empty(), RetryPolicy.none().within());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void refuses_less_than_one_attempt(int attempts) {
    assertRefused(
        "maxAttempts must be at least 1, but was " + attempts, () -> builder.maxAttempts(attempts));
  }

  static Stream<Arguments> durations() {
    BiFunction<RetryPolicyBuilder, Duration, ?> within = RetryPolicyBuilder::within;
    BiFunction<RetryPolicyBuilder, Duration, ?> timeout = RetryPolicyBuilder::attemptTimeout;
    BiFunction<RetryPolicyBuilder, Duration, ?> hint = RetryPolicyBuilder::maxHint;
    return Stream.of(
        Arguments.of("within", within),
        Arguments.of("attemptTimeout", timeout),
        Arguments.of("maxHint", hint));
  }

  @ParameterizedTest
  @MethodSource("durations")
  @SuppressWarnings("NullAway") // a caller without null checks
  void refuses_a_time_that_is_not_more_than_zero(
      String setting, BiFunction<RetryPolicyBuilder, Duration, ?> setter) {
    assertRefused(
        setting + " must be more than 0 s, but was 0 s",
        () -> setter.apply(builder, Duration.ZERO));
    assertRefused(
        setting + " must be more than 0 s, but was -1 s",
        () -> setter.apply(builder, Duration.ofSeconds(-1)));
    assertEquals(
        setting,
        assertThrows(NullPointerException.class, () -> setter.apply(builder, null)).getMessage());
  }

  @Test
  void treats_centuries_as_no_limit() {
    Duration centuries = Duration.ofDays(300 * 365);
    RetryPolicy policy =
        builder.within(centuries).attemptTimeout(centuries).maxHint(centuries).build();

    assertEquals(Optional.empty(), policy.within());
    assertEquals(Optional.empty(), policy.attemptTimeout());
    assertEquals(Optional.empty(), policy.maxHint());
  }

  @ParameterizedTest
  @CsvSource({"-0.1", "1.1", "NaN", "Infinity", "-Infinity"})
  void refuses_a_hint_jitter_that_is_not_a_share(double share) {
    assertRefused(
        "hintJitter must be from 0 to 1, but was " + share, () -> builder.hintJitter(share));
  }

  @Test
  void has_a_single_representation_of_zero() {
    RetryPolicy zero = builder.hintJitter(0).build();
    RetryPolicy minusZero = builder.hintJitter(-0.0).build();

    assertEquals(zero, minusZero);
    assertEquals(zero, RetryPolicy.parse(minusZero.toString()));
  }

  @Test
  void refuses_unlimited_attempts_without_a_time_setting() {
    assertRefused(
        "unlimitedAttempts needs a time limit: name within(...) or withoutTimeLimit()",
        () -> builder.unlimitedAttempts().build());
    assertRefused(
        "unlimitedAttempts needs a time limit: name within(...) or withoutTimeLimit()",
        () -> RetryPolicy.builder().maxAttempts(Integer.MAX_VALUE).build());
  }

  @Test
  void accepts_unlimited_attempts_with_a_time_setting_in_either_order() {
    RetryPolicy before = RetryPolicy.builder().withoutTimeLimit().unlimitedAttempts().build();
    RetryPolicy after = RetryPolicy.builder().unlimitedAttempts().withoutTimeLimit().build();

    assertEquals(Integer.MAX_VALUE, before.maxAttempts());
    assertEquals(before, after);
    assertEquals(
        Integer.MAX_VALUE,
        builder.unlimitedAttempts().within(Duration.ofSeconds(1)).build().maxAttempts());
  }

  @Test
  @SuppressWarnings("NullAway") // a caller without null checks
  void names_the_setting_that_is_null() {
    assertNull("backoff", () -> builder.backoff(null));
    assertNull("idempotency", () -> builder.idempotency(null));
    assertNull("nesting", () -> builder.nesting(null));
    assertNull("retryIf", () -> builder.retryIf(null));
    assertNull("abortIf", () -> builder.abortIf(null));
    assertNull("retryOnResult", () -> builder.retryOnResult(String.class, null));
    assertNull("retryOnResult type", () -> builder.retryOnResult(null, any -> true));
    assertNull("classifyWith", () -> builder.classifyWith("mine", null));
    assertNull("name", () -> builder.retryIf(null, any -> true));
    assertNull("retryOn", () -> builder.retryOn((Class<Exception>) null));
    assertNull("retryOnCause", () -> builder.retryOnCause((Class<Exception>) null));
    assertNull("abortOn", () -> builder.abortOn((Class<Exception>) null));
  }

  @Test
  void derives_the_limit_of_hints_from_the_cap_of_the_backoff() {
    builder.backoff(Backoff.fixed(Duration.ofMillis(1)).cappedAt(Duration.ofMillis(3)));
    assertEquals(Optional.of(Duration.ofMillis(30)), builder.build().maxHint());

    builder.backoff(Backoff.none());
    assertEquals(Optional.empty(), builder.build().maxHint());

    builder.backoff(Backoff.none().cappedAt(Duration.ofDays(106_000)));
    assertEquals(Optional.empty(), builder.build().maxHint());
  }

  @Test
  void still_derives_the_limit_from_the_cap_when_created_from_a_policy() {
    RetryPolicy derived =
        RetryPolicy.defaults().toBuilder()
            .backoff(Backoff.none().cappedAt(Duration.ofSeconds(1)))
            .build();

    assertEquals(Optional.of(Duration.ofSeconds(10)), derived.maxHint());
  }

  @Test
  void keeps_an_explicit_limit_of_hints_when_created_from_a_policy() {
    RetryPolicy derived =
        builder.maxHint(Duration.ofSeconds(7)).build().toBuilder().backoff(Backoff.none()).build();

    assertEquals(Optional.of(Duration.ofSeconds(7)), derived.maxHint());
  }

  @Test
  void keeps_the_last_value_of_a_repeated_setting() {
    RetryPolicy policy =
        builder
            .maxAttempts(9)
            .maxAttempts(2)
            .withoutTimeLimit()
            .within(Duration.ofSeconds(1))
            .backoff(Backoff.none())
            .backoff(Backoff.none().jitter(Jitter.none()))
            .build();

    assertEquals(2, policy.maxAttempts());
    assertEquals(Optional.of(Duration.ofSeconds(1)), policy.within());
    assertEquals(Backoff.none(), policy.backoff());
  }

  @Test
  void changes_no_policy_that_it_built_before() {
    RetryPolicy before = builder.build();
    String text = before.toString();

    builder
        .maxAttempts(9)
        .withoutTimeLimit()
        .attemptTimeout(Duration.ofSeconds(1))
        .backoff(Backoff.none())
        .retryOn(Error.class)
        .retryOnCause(Error.class)
        .abortOn(Exception.class)
        .retryIf(any -> true)
        .abortIf(any -> true)
        .retryOnResult(String.class, any -> true)
        .retryOnNull()
        .idempotency(Idempotency.IDEMPOTENT)
        .nesting(Nesting.MULTIPLY)
        .maxHint(Duration.ofSeconds(1))
        .hintJitter(1)
        .returningRejected()
        .closingRejected();

    assertEquals(text, before.toString());
    assertEquals(RetryPolicy.defaults(), before);
    assertNotEquals(before, builder.build());
    assertTrue(before.conditions().acceptsEveryResult());
  }

  @Test
  void refuses_an_empty_list() {
    assertRefused(
        "retryOn must name at least 1 class, but named 0", () -> builder.retryOn(noClasses()));
    assertRefused(
        "retryOnCause must name at least 1 class, but named 0",
        () -> builder.retryOnCause(noClasses()));
    assertRefused(
        "abortOn must name at least 1 class, but named 0", () -> builder.abortOn(noClasses()));
    assertEquals(RetryPolicy.defaults(), builder.build());
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of Class<...>
  private static Class<? extends Throwable>[] noClasses() {
    return new Class[0];
  }

  @Test
  void removes_a_setting() {
    RetryPolicy policy =
        builder
            .attemptTimeout(Duration.ofSeconds(1))
            .startOverAfter(Duration.ofSeconds(1))
            .maxHint(Duration.ofSeconds(1))
            .withoutAttemptTimeout()
            .withoutStartOver()
            .withoutMaxHint()
            .build();

    assertEquals(Optional.empty(), policy.attemptTimeout());
    assertEquals(Optional.empty(), policy.startOverAfter());
    assertEquals(Optional.empty(), policy.maxHint());
  }

  private static void assertRefused(String message, Executable setting) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, setting).getMessage());
  }

  private static void assertNull(String setting, Executable set) {
    assertEquals(setting, assertThrows(NullPointerException.class, set).getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"maxHint=200s", "maxHint=none backoff=fixed(1s)"})
  void a_copy_with_another_backoff_keeps_a_limit_of_hints_that_equals_its_default(String text) {
    RetryPolicy policy = RetryPolicy.parse(text);
    Backoff other = Backoff.exponential(Duration.ofMillis(10)).cappedAt(Duration.ofSeconds(1));

    assertEquals(policy.maxHint(), policy.toBuilder().backoff(other).build().maxHint());
    assertEquals(
        policy.maxHint(),
        RetryPolicy.parse(policy.toString()).toBuilder().backoff(other).build().maxHint());
  }

  @Test
  void a_finite_sequence_allows_no_retry_where_the_policy_is_switched_off() {
    Backoff finite = Backoff.finiteSequence(Duration.ofSeconds(1), Duration.ofSeconds(1));
    RetryPolicy off = RetryPolicy.defaults().disabled();

    assertEquals(1, off.toBuilder().backoff(finite).build().maxAttempts());
    assertEquals(2, off.toBuilder().backoff(finite).maxAttempts(2).build().maxAttempts());
  }
}
