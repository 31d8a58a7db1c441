package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.reprise.backoff.Backoff;
import dev.reprise.context.CallContext;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryListener;
import dev.reprise.testing.shape.CallShape.Trait;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The caller's context in attempts, listeners and dependents of futures. */
class ContextScenarios extends Scenarios {

  ContextScenarios(ScenarioRunner runner) {
    super(runner);
  }

  /**
   * A thread-local value of the caller. Once the call has begun, the caller's thread gets a
   * different value, which code outside the context would read.
   */
  private static final class Carried implements AutoCloseable {

    static final String CALLER = "caller";
    private static final String ELSEWHERE = "elsewhere";

    private final ThreadLocal<@Nullable String> local = new ThreadLocal<>();
    private final List<@Nullable String> attempts = new ArrayList<>();
    private final List<@Nullable String> told = new ArrayList<>();
    private final List<@Nullable String> dependents = new ArrayList<>();
    private final @Nullable String ofCaller;
    private final boolean ownContextAfterwards;

    Carried(ScenarioFixture fixture, @Nullable String ofCaller) {
      this.ofCaller = ofCaller;
      ownContextAfterwards = fixture.shape.has(Trait.STRUCTURED);
      local.set(ofCaller);
      fixture.retry(
          before -> before.withContext(CallContext.of(local::get, local::set, local::remove)));
      fixture.listener(RetryListener.forAllEvents(event -> told.add(local.get())));
      fixture.meanwhile(this::leave);
    }

    Carried(ScenarioFixture fixture) {
      this(fixture, CALLER);
    }

    private void leave(CompletableFuture<?> call) {
      local.set(ELSEWHERE);
      if (!call.isDone()) {
        CompletableFuture<?> unused =
            call.whenComplete((value, failure) -> dependents.add(local.get()));
      }
    }

    /** An attempt that returns the value that it reads, and sets a different one. */
    @Nullable Object attempt(@Nullable Object answer) throws IOException {
      attempts.add(local.get());
      local.set("attempt");
      if (answer instanceof IOException failure) {
        throw failure;
      }
      return answer;
    }

    void everythingSawTheCaller() {
      assertAll(attempts, "attempts");
      assertAll(told, "events");
      if (!ownContextAfterwards) {
        assertAll(dependents, "dependents");
      }
      assertEquals(ELSEWHERE, local.get(), "value of the thread");
    }

    private void assertAll(List<@Nullable String> seen, String what) {
      for (String one : seen) {
        assertEquals(ofCaller, one, () -> what + " saw " + seen);
      }
    }

    @Override
    public void close() {
      local.remove();
    }
  }

  @Test
  @DisplayName("trap 35: every attempt, listener and dependent sees the caller's context")
  void every_attempt_listener_and_dependent_sees_the_callers_context() {
    inEveryShape(
        fixture -> {
          try (Carried carried = new Carried(fixture)) {
            fixture.operation.runs(() -> carried.attempt(new IOException("one")));
            fixture.operation.runs(() -> carried.attempt(new IOException("two")));
            fixture.operation.runs(() -> carried.attempt("page"));
            fixture.returns("page", 3);
            carried.everythingSawTheCaller();
            assertEquals(3, carried.attempts.size());
            assertFalse(carried.told.isEmpty(), "no event was published");
          }
        });
  }

  @Test
  @DisplayName("trap 35: immediate retries see the caller's context too")
  void immediate_retries_see_the_callers_context() {
    inEveryShape(
        fixture -> {
          try (Carried carried = new Carried(fixture)) {
            fixture.policy(p -> p.backoff(Backoff.none()));
            fixture.operation.runs(() -> carried.attempt(new IOException("one")));
            fixture.operation.runs(() -> carried.attempt("page"));
            fixture.returns("page", 2);
            carried.everythingSawTheCaller();
          }
        });
  }

  @Test
  void a_caller_without_a_context_does_not_get_that_of_another_thread() {
    inEveryShape(
        fixture -> {
          try (Carried carried = new Carried(fixture, null)) {
            fixture.operation.runs(() -> carried.attempt(new IOException("one")));
            fixture.operation.runs(() -> carried.attempt("page"));
            fixture.returns("page", 2);
            carried.everythingSawTheCaller();
          }
        });
  }

  @Test
  @DisplayName("trap 35: a result from another thread is processed in the caller's context")
  void a_result_from_another_thread_is_processed_in_the_callers_context() {
    inEveryShape(
        fixture -> {
          try (Carried carried = new Carried(fixture)) {
            IOException failure = new IOException("three");
            fixture.operation.takes(ms(30)).fails(new IOException("one"));
            fixture.operation.runs(() -> carried.attempt(new IOException("two")));
            fixture.operation.takes(ms(30)).fails(failure);
            fixture.fails(failure, StopReason.ATTEMPTS, 3);
            carried.everythingSawTheCaller();
          }
        });
  }

  @Test
  void a_cancelled_attempt_leaves_no_context_behind() {
    inShapesWith(
        Trait.TIMES_OUT_ATTEMPTS,
        fixture -> {
          try (Carried carried = new Carried(fixture)) {
            fixture.policy(p -> p.attemptTimeout(ms(70)));
            fixture.operation.hangs();
            fixture.operation.runs(() -> carried.attempt("page"));
            fixture.returns("page", 2);
            carried.everythingSawTheCaller();
          }
        });
  }

  @Test
  void a_thread_that_cancels_a_waiting_call_keeps_its_own_context() {
    inShapesWith(
        Trait.ASYNC,
        fixture -> {
          try (Carried carried = new Carried(fixture)) {
            fixture.operation.runs(() -> carried.attempt(new IOException("one")));
            fixture.meanwhile(
                call -> {
                  carried.leave(call);
                  fixture.time.schedule(ms(50), () -> call.cancel(true));
                });
            assertEquals(StopReason.CANCELLED, fixture.observe().stopReason());
            carried.everythingSawTheCaller();
            assertEquals(1, carried.dependents.size());
          }
        });
  }

  @Test
  void a_thread_that_cancels_an_attempt_keeps_its_own_context() {
    inShapesWith(
        Trait.OVERLAPS,
        fixture -> {
          try (Carried carried = new Carried(fixture)) {
            fixture.operation.hangs();
            fixture.meanwhile(
                call -> {
                  carried.leave(call);
                  fixture.time.schedule(
                      ms(50), () -> call.completeExceptionally(new IOException()));
                });
            assertEquals(StopReason.CANCELLED, fixture.observe().stopReason());
            carried.everythingSawTheCaller();
            assertEquals(1, carried.dependents.size());
          }
        });
  }

  @Test
  void a_shutdown_from_another_thread_is_reported_in_the_callers_context() {
    inEveryShape(
        fixture -> {
          try (Carried carried = new Carried(fixture)) {
            IOException failure = new IOException("one");
            fixture.at(ms(50), () -> fixture.retry().shutdown());
            fixture.operation.runs(() -> carried.attempt(failure));
            fixture.fails(failure, StopReason.SHUT_DOWN, 1);
            carried.everythingSawTheCaller();
          }
        });
  }

  @Test
  void contexts_open_in_the_order_in_which_they_were_added_and_close_in_reverse() {
    inEveryShape(
        fixture -> {
          List<String> open = new ArrayList<>();
          fixture.retry(
              before -> before.withContext(nested("outer", open)).withContext(nested("in", open)));
          fixture.operation.runs(
              () -> {
                assertEquals(List.of("outer", "in"), open.subList(open.size() - 2, open.size()));
                throw new IOException("reset");
              });
          fixture.operation.returns("page");
          fixture.returns("page", 2);
          assertEquals(List.of(), open);
        });
  }

  private static CallContext nested(String name, List<String> open) {
    return () ->
        () -> {
          open.add(name);
          return () -> assertEquals(name, open.remove(open.size() - 1));
        };
  }

  @Test
  void a_context_that_throws_does_not_change_the_call() {
    IllegalStateException bug = new IllegalStateException("bug");
    CallContext captures =
        () -> {
          throw bug;
        };
    CallContext opens =
        () ->
            () -> {
              throw bug;
            };
    CallContext closes =
        () ->
            () ->
                () -> {
                  throw bug;
                };
    for (CallContext bad : Set.of(captures, opens, closes)) {
      inEveryShape(
          fixture -> {
            fixture.retry(before -> before.withContext(bad));
            fixture.operation.fails(new IOException("reset")).returns("page");
            fixture.returns("page", 2);
          });
    }
  }
}
