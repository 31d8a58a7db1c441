package dev.reprise.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.CallShape.Trait;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Results that the policy rejects. */
class ResultScenarios extends Scenarios {

  ResultScenarios(ContractStage stage) {
    super(stage);
  }

  private static RetryPolicyBuilder rejectingBad(RetryPolicyBuilder policy) {
    return policy.retryOnResult("bad", Object.class, value -> value.toString().startsWith("bad"));
  }

  @Test
  @DisplayName("trap 20: a result that is rejected to the end is not passed off as a success")
  void a_result_that_is_rejected_to_the_end_is_not_passed_off_as_a_success() {
    inShapesWith(
        Trait.RETURNS_VALUES,
        scene -> {
          scene.policy(ResultScenarios::rejectingBad);
          scene.operation.returns("bad 1").returns("bad 2").returns("bad 3");
          Observed seen = rejected(scene, "bad 3");
          ResultRejectedException rejection = seen.rejection();
          if (scene.shape.has(Trait.ANSWERS_WITH_RESULT)) {
            assertNull(rejection);
          } else {
            assertNotNull(rejection);
            assertEquals("bad 3", rejection.result());
          }
        });
  }

  @Test
  @DisplayName("trap 20: a rejected result is returned if the policy says so")
  void a_rejected_result_is_returned_if_the_policy_says_so() {
    inShapesWith(
        Trait.RETURNS_VALUES,
        scene -> {
          scene.policy(p -> rejectingBad(p).returningRejected());
          scene.operation.returns("bad");
          assertNull(rejected(scene, "bad").rejection());
        });
  }

  private static Observed rejected(Scene scene, Object value) {
    Observed seen = scene.observe();
    assertEquals(StopReason.ATTEMPTS, seen.stopReason());
    assertEquals(3, seen.attempts());
    assertEquals(value, seen.value());
    assertNull(seen.failure());
    return seen;
  }

  @Test
  void null_is_a_result_like_any_other_unless_it_is_named() {
    inEveryShape(
        scene -> {
          scene.operation.returns(null);
          scene.returns(null, 1);
        });
    inShapesWith(
        Trait.RETURNS_VALUES,
        scene -> {
          scene.policy(RetryPolicyBuilder::retryOnNull);
          scene.operation.returns(null).returns("page");
          scene.returns("page", 2);
        });
  }

  @Test
  void the_last_outcome_ends_the_call_be_it_result_or_failure() {
    inShapesWith(
        Trait.RETURNS_VALUES,
        scene -> {
          IOException failure = new IOException("reset");
          scene.policy(ResultScenarios::rejectingBad);
          scene.operation.returns("bad").fails(failure);
          scene.fails(failure, StopReason.ATTEMPTS, 3);
        });
    inShapesWith(
        Trait.RETURNS_VALUES,
        scene -> {
          scene.policy(ResultScenarios::rejectingBad);
          scene.operation.fails(new IOException("reset")).returns("bad");
          rejected(scene, "bad");
        });
  }

  @Test
  void closes_rejected_results_but_never_the_one_that_is_returned() {
    closes(List.of("bad 1", "bad 2"), "bad 1", "bad 2", "good");
    closes(List.of("bad 1", "bad 2"), "bad 1", "bad 2", "bad 3");
    closes(List.of("bad 1", "bad 2"), "bad 1", "bad 2", null);
  }

  private void closes(List<String> expected, @Nullable String... results) {
    inShapesWith(
        Trait.RETURNS_VALUES,
        scene -> {
          List<String> closed = new ArrayList<>();
          scene.policy(p -> rejectingBad(p).closingRejected());
          for (String result : results) {
            if (result == null) {
              scene.operation.fails(new IOException("reset"));
            } else {
              scene.operation.returns(new Page(result, closed));
            }
          }
          scene.observe();
          assertEquals(expected, closed);
        });
  }

  @Test
  void never_closes_an_instance_that_comes_back() {
    inShapesWith(
        Trait.RETURNS_VALUES,
        scene -> {
          List<String> closed = new ArrayList<>();
          scene.policy(p -> rejectingBad(p).closingRejected());
          scene.operation.returns(new Page("bad", closed));
          scene.observe();
          assertEquals(List.of(), closed);
        });
  }

  @Test
  void closes_nothing_unless_the_policy_says_so() {
    inShapesWith(
        Trait.RETURNS_VALUES,
        scene -> {
          List<String> closed = new ArrayList<>();
          scene.policy(ResultScenarios::rejectingBad);
          scene.operation.returns(new Page("bad", closed)).returns(new Page("good", closed));
          scene.observe();
          assertEquals(List.of(), closed);
        });
  }

  @Test
  void closes_a_rejected_result_that_nobody_will_see_because_the_call_was_cancelled() {
    inShapesWith(
        Trait.ASYNC,
        scene -> {
          List<String> closed = new ArrayList<>();
          scene.policy(p -> rejectingBad(p).closingRejected());
          scene.operation.returns(new Page("bad", closed));
          scene.meanwhile(call -> scene.time.schedule(Scene.ms(50), () -> call.cancel(true)));
          scene.observe();
          assertEquals(List.of("bad"), closed);
        });
  }

  private record Page(String name, List<String> closed) implements AutoCloseable {

    @Override
    public void close() {
      closed.add(name);
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
