package dev.reprise.testing.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.internal.Millis;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape.Trait;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Results that the policy rejects. */
class ResultScenarios extends Scenarios {

  ResultScenarios(ScenarioRunner runner) {
    super(runner);
  }

  private static RetryPolicyBuilder rejectingBad(RetryPolicyBuilder policy) {
    return policy.retryOnResult("bad", Object.class, value -> value.toString().startsWith("bad"));
  }

  @Test
  @DisplayName("trap 20: a result that the last attempt has rejected is not reported as a success")
  void a_result_that_the_last_attempt_has_rejected_is_not_reported_as_a_success() {
    inShapesWith(
        Trait.RETURNS_VALUES,
        fixture -> {
          fixture.policy(ResultScenarios::rejectingBad);
          fixture.operation.returns("bad 1").returns("bad 2").returns("bad 3");
          CallObservation seen = rejected(fixture, "bad 3");
          ResultRejectedException rejection = seen.rejection();
          if (fixture.shape.has(Trait.RETURNS_RETRY_RESULT)) {
            assertNull(rejection);
          } else {
            assertNotNull(rejection);
            assertEquals("bad 3", rejection.result());
          }
        });
  }

  @Test
  @DisplayName("trap 20: a rejected result is returned if the policy allows it")
  void a_rejected_result_is_returned_if_the_policy_allows_it() {
    inShapesWith(
        Trait.RETURNS_VALUES,
        fixture -> {
          fixture.policy(p -> rejectingBad(p).returningRejected());
          fixture.operation.returns("bad");
          assertNull(rejected(fixture, "bad").rejection());
        });
  }

  private static CallObservation rejected(ScenarioFixture fixture, Object value) {
    CallObservation seen = fixture.observe();
    assertEquals(StopReason.ATTEMPTS, seen.stopReason());
    assertEquals(3, seen.attempts());
    assertEquals(value, seen.value());
    assertNull(seen.failure());
    return seen;
  }

  @Test
  void null_is_a_result_like_any_other_unless_it_is_named() {
    inEveryShape(
        fixture -> {
          fixture.operation.returns(null);
          fixture.returns(null, 1);
        });
    inShapesWith(
        Trait.RETURNS_VALUES,
        fixture -> {
          fixture.policy(RetryPolicyBuilder::retryOnNull);
          fixture.operation.returns(null).returns("page");
          fixture.returns("page", 2);
        });
  }

  @Test
  void the_last_outcome_ends_the_call_whether_result_or_failure() {
    inShapesWith(
        Trait.RETURNS_VALUES,
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.policy(ResultScenarios::rejectingBad);
          fixture.operation.returns("bad").fails(failure);
          fixture.fails(failure, StopReason.ATTEMPTS, 3);
        });
    inShapesWith(
        Trait.RETURNS_VALUES,
        fixture -> {
          fixture.policy(ResultScenarios::rejectingBad);
          fixture.operation.fails(new IOException("reset")).returns("bad");
          rejected(fixture, "bad");
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
        fixture -> {
          List<String> closed = new ArrayList<>();
          fixture.policy(p -> rejectingBad(p).closingRejected());
          for (String result : results) {
            if (result == null) {
              fixture.operation.fails(new IOException("reset"));
            } else {
              fixture.operation.returns(new Page(result, closed));
            }
          }
          fixture.observe();
          assertEquals(expected, closed);
        });
  }

  @Test
  void never_closes_an_instance_that_is_returned_again() {
    inShapesWith(
        Trait.RETURNS_VALUES,
        fixture -> {
          List<String> closed = new ArrayList<>();
          fixture.policy(p -> rejectingBad(p).closingRejected());
          fixture.operation.returns(new Page("bad", closed));
          fixture.observe();
          assertEquals(List.of(), closed);
        });
  }

  @Test
  void closes_nothing_unless_the_policy_requests_it() {
    inShapesWith(
        Trait.RETURNS_VALUES,
        fixture -> {
          List<String> closed = new ArrayList<>();
          fixture.policy(ResultScenarios::rejectingBad);
          fixture.operation.returns(new Page("bad", closed)).returns(new Page("good", closed));
          fixture.observe();
          assertEquals(List.of(), closed);
        });
  }

  @Test
  void closes_a_rejected_result_if_the_call_was_cancelled() {
    inShapes(
        shape -> shape.has(Trait.ASYNC) && shape.has(Trait.RETURNS_VALUES),
        fixture -> {
          List<String> closed = new ArrayList<>();
          fixture.policy(p -> rejectingBad(p).closingRejected());
          fixture.operation.returns(new Page("bad", closed));
          fixture.meanwhile(call -> fixture.time.schedule(Millis.ms(50), () -> call.cancel(true)));
          fixture.observe();
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
