package dev.reprise.testing.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.reprise.Retry;
import dev.reprise.function.Attempt;
import dev.reprise.policy.Idempotency;
import dev.reprise.testing.shape.CallShape.Trait;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The idempotency keys that receivers see. */
class KeyScenarios extends Scenarios {

  KeyScenarios(ScenarioRunner runner) {
    super(runner);
  }

  private static List<String> keysOf(ScenarioFixture fixture) {
    return fixture.operation.attempts().stream().map(Attempt::idempotencyKey).toList();
  }

  private static void makesThreeAttempts(ScenarioFixture fixture) {
    fixture.operation.fails(new IOException("one")).fails(new IOException("two")).returns("page");
    fixture.returns("page", 3);
  }

  @Test
  void all_attempts_of_a_call_have_one_key_and_two_calls_have_two() {
    inShapesWith(
        Trait.SHOWS_ATTEMPT,
        fixture -> {
          fixture.policy(p -> p.idempotency(Idempotency.KEYED));
          makesThreeAttempts(fixture);
          String first = keysOf(fixture).get(0);
          assertEquals(Set.of(first), new HashSet<>(keysOf(fixture)));
          fixture.returns("page", 1);
          assertNotEquals(first, keysOf(fixture).get(3));
        });
  }

  @Test
  void a_key_contains_the_wall_clock_time_at_which_it_was_first_read() {
    inShapesWith(
        Trait.SHOWS_ATTEMPT,
        fixture -> {
          fixture.operation.returns("page");
          fixture.returns("page", 1);
          UUID key = UUID.fromString(keysOf(fixture).get(0));
          assertEquals(fixture.time.wallClock().millis(), key.getMostSignificantBits() >>> 16);
          assertEquals(7, key.version());
          assertEquals(2, key.variant());
        });
  }

  @Test
  void a_key_that_the_caller_sets_is_used_for_every_attempt() {
    inShapesWith(
        Trait.SHOWS_ATTEMPT,
        fixture -> {
          fixture.retry(before -> before.withIdempotencyKey("order-7"));
          makesThreeAttempts(fixture);
          assertEquals(List.of("order-7", "order-7", "order-7"), keysOf(fixture));
        });
  }

  @Test
  void a_call_within_an_attempt_has_the_key_of_that_attempt() {
    inShapesWith(
        Trait.SHOWS_ATTEMPT,
        fixture -> {
          String outer =
              Retry.none()
                  .callWith(
                      attempt -> {
                        fixture.retry(before -> before.within(attempt));
                        makesThreeAttempts(fixture);
                        return attempt.idempotencyKey();
                      });
          assertEquals(List.of(outer, outer, outer), keysOf(fixture));
        });
  }
}
