package dev.reprise.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.reprise.Retry;
import dev.reprise.function.Attempt;
import dev.reprise.policy.Idempotency;
import dev.reprise.testing.CallShape.Trait;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What receivers know a call by. */
class KeyScenarios extends Scenarios {

  KeyScenarios(ContractStage stage) {
    super(stage);
  }

  private static List<String> keysOf(Scene scene) {
    return scene.operation.attempts().stream().map(Attempt::idempotencyKey).toList();
  }

  private static void makesThreeAttempts(Scene scene) {
    scene.operation.fails(new IOException("one")).fails(new IOException("two")).returns("page");
    scene.returns("page", 3);
  }

  @Test
  void all_attempts_of_a_call_have_one_key_and_two_calls_have_two() {
    inShapesWith(
        Trait.SHOWS_ATTEMPT,
        scene -> {
          scene.policy(p -> p.idempotency(Idempotency.KEYED));
          makesThreeAttempts(scene);
          String first = keysOf(scene).get(0);
          assertEquals(Set.of(first), new HashSet<>(keysOf(scene)));
          scene.returns("page", 1);
          assertNotEquals(first, keysOf(scene).get(3));
        });
  }

  @Test
  void a_key_tells_the_time_of_the_wall_clock_at_which_it_was_asked_for() {
    inShapesWith(
        Trait.SHOWS_ATTEMPT,
        scene -> {
          scene.operation.returns("page");
          scene.returns("page", 1);
          UUID key = UUID.fromString(keysOf(scene).get(0));
          assertEquals(scene.time.wallClock().millis(), key.getMostSignificantBits() >>> 16);
          assertEquals(7, key.version());
          assertEquals(2, key.variant());
        });
  }

  @Test
  void a_key_of_the_callers_own_is_that_of_every_attempt() {
    inShapesWith(
        Trait.SHOWS_ATTEMPT,
        scene -> {
          scene.retry(before -> before.keyed("order-7"));
          makesThreeAttempts(scene);
          assertEquals(List.of("order-7", "order-7", "order-7"), keysOf(scene));
        });
  }

  @Test
  void a_call_within_an_attempt_has_the_key_of_that_attempt() {
    inShapesWith(
        Trait.SHOWS_ATTEMPT,
        scene -> {
          String outer =
              Retry.none()
                  .callWith(
                      attempt -> {
                        scene.retry(before -> before.within(attempt));
                        makesThreeAttempts(scene);
                        return attempt.idempotencyKey();
                      });
          assertEquals(List.of(outer, outer, outer), keysOf(scene));
        });
  }
}
