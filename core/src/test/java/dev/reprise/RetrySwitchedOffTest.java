package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Disabled retrying: {@link Retry#none()} and the system property. */
class RetrySwitchedOffTest {

  private final AtomicInteger attempts = new AtomicInteger();
  private final IOException failure = new IOException("reset");

  @AfterEach
  void switchOn() {
    System.clearProperty(Retry.DISABLED_PROPERTY);
  }

  @Test
  void none_makes_one_attempt_and_adds_nothing_to_the_failure() {
    IOException thrown = assertThrows(IOException.class, () -> Retry.none().call(this::fail));

    assertSame(failure, thrown);
    assertEquals(1, attempts.get());
    assertEquals(0, thrown.getSuppressed().length);
  }

  @Test
  void shutting_down_one_none_does_not_change_others() {
    Retry.none().shutdown();

    RetryResult<String> result =
        Retry.none()
            .withPolicy(RetryPolicy.builder().backoff(Backoff.none()).build())
            .execute(this::fail);

    assertEquals(StopReason.ATTEMPTS, result.stopReason());
    assertEquals(3, result.attempts());
  }

  @Test
  void none_returns_a_report_on_request() {
    RetryResult<String> result = Retry.none().execute(this::fail);

    assertEquals(1, result.attempts());
    assertEquals(StopReason.DISABLED, result.stopReason());
    assertEquals(
        "the policy is switched off, as by Retry.none(): it allows 1 attempt",
        result.report().explanation());
    assertSame(failure, result.failure());
  }

  @Test
  void the_property_is_the_reported_reason_for_a_disabled_retry() {
    System.setProperty(Retry.DISABLED_PROPERTY, "true");

    RetryResult<String> result =
        Retry.of(RetryPolicy.defaults()).named("orders").within(Duration.ZERO).execute(this::fail);

    assertEquals(StopReason.DISABLED, result.stopReason());
    assertTrue(
        result.toString().startsWith("orders: gave up after 1 attempt in "), result.toString());
    assertTrue(result.toString().contains(": retrying is switched off\n"), result.toString());
    assertEquals("the system property reprise.disabled is true", result.report().explanation());
  }

  @Test
  void a_limit_of_one_attempt_is_reported_as_used_up_and_not_as_disabled() {
    Retry none = Retry.none();

    RetryPolicy one = RetryPolicy.builder().maxAttempts(1).build();
    assertEquals(StopReason.ATTEMPTS, none.withPolicy(one).execute(this::fail).stopReason());
    RetryPolicy two = none.policy().toBuilder().maxAttempts(2).backoff(Backoff.none()).build();
    assertEquals(StopReason.ATTEMPTS, none.withPolicy(two).execute(this::fail).stopReason());
    assertEquals(3, attempts.get());
  }

  @Test
  void a_failure_that_is_not_retryable_is_still_reported_as_such() {
    assertEquals(
        StopReason.NOT_RETRYABLE,
        Retry.none()
            .execute(
                () -> {
                  throw new IllegalStateException("bug");
                })
            .stopReason());
  }

  @Test
  void the_property_leaves_one_attempt_and_every_other_setting() {
    RetryPolicy policy =
        RetryPolicy.builder().attemptTimeout(Duration.ofDays(1)).returningRejected().build();
    System.setProperty(Retry.DISABLED_PROPERTY, "true");
    Retry off = Retry.of(policy).named("orders");

    assertThrows(IOException.class, () -> off.call(this::fail));

    assertEquals(1, attempts.get());
    assertEquals(policy.toBuilder().maxAttempts(1).build(), off.policy());
    assertEquals("orders", off.name());
    assertEquals(Optional.of(Duration.ofDays(1)), off.policy().attemptTimeout());
  }

  @Test
  void the_property_is_read_when_a_retry_is_created() {
    Retry before = Retry.of(RetryPolicy.defaults());
    System.setProperty(Retry.DISABLED_PROPERTY, "true");
    Retry off = Retry.of(RetryPolicy.defaults());
    System.clearProperty(Retry.DISABLED_PROPERTY);

    assertEquals(3, before.policy().maxAttempts());
    assertEquals(1, off.policy().maxAttempts());
  }

  @Test
  void a_copy_stays_disabled_after_the_property_is_removed() {
    System.setProperty(Retry.DISABLED_PROPERTY, "true");
    Retry off = Retry.of(RetryPolicy.defaults());
    System.clearProperty(Retry.DISABLED_PROPERTY);

    assertEquals(1, off.named("again").policy().maxAttempts());
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "", "yes", "1"})
  void the_property_accepts_only_true_or_no_value(String value) {
    System.setProperty(Retry.DISABLED_PROPERTY, value);

    assertEquals(3, Retry.of(RetryPolicy.defaults()).policy().maxAttempts());
  }

  @Test
  void a_nested_call_never_has_more_time_than_the_outer_one() {
    Retry retry = Retry.of(RetryPolicy.defaults());

    assertSame(retry, retry.within(Duration.ofSeconds(60)));
    assertEquals(
        Optional.of(Duration.ofSeconds(59)),
        retry.within(Duration.ofSeconds(59)).policy().within());
    assertEquals(Optional.of(Duration.ofNanos(1)), retry.within(Duration.ZERO).policy().within());
    assertEquals(
        Optional.of(Duration.ofNanos(1)),
        retry.within(Duration.ofSeconds(Long.MIN_VALUE)).policy().within());
    assertSame(retry, retry.within(Duration.ofSeconds(Long.MAX_VALUE)));
  }

  private String fail() throws IOException {
    attempts.incrementAndGet();
    assertNotNull(failure);
    throw failure;
  }
}
