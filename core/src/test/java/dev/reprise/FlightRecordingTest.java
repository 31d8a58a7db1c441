package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.event.RetryEvent;
import dev.reprise.internal.call.Listeners;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import org.junit.jupiter.api.Test;

class FlightRecordingTest {

  private static final String[] ATTEMPT = {
    "retry",
    "call",
    "attempt",
    "attemptDuration",
    "outcome",
    "kind",
    "decision",
    "delay",
    "waitSource"
  };
  private static final String[] END = {"retry", "call", "attempts", "stopReason", "elapsed"};
  private static final String[] REFUSAL = {"retry", "call", "attempts", "hedge"};

  private final FakeEnvironment world = new FakeEnvironment();
  private final Retry retry =
      Retry.of(RetryPolicy.parse("maxAttempts=3 backoff=fixed(100ns)"))
          .named("orders")
          .withEnvironment(world);

  @Test
  void records_every_attempt_and_the_end_of_a_call_that_gives_up() {
    Recorded recorded = Recorded.during(() -> retry.execute(() -> fail(7)));

    assertEquals(
        List.of(
            "orders 1 1 7 java.io.IOException transient retry 100 backoff",
            "orders 1 2 7 java.io.IOException transient retry 100 backoff",
            "orders 1 3 7 java.io.IOException transient gave up - null"),
        recorded.lines("Attempt", ATTEMPT));
    assertEquals(List.of("orders 1 3 attempts used up 221"), recorded.lines("GiveUp", END));
    assertEquals(List.of("orders 1 3 attempts used up 221"), recorded.lines("RetriedCall", END));
    assertEquals(List.of("false"), recorded.lines("RetriedCall", "succeeded"));
    assertEquals(5, recorded.events.size());
  }

  @Test
  void records_a_call_that_succeeds_after_retries() {
    int[] calls = {0};
    Recorded recorded =
        Recorded.during(() -> retry.execute(() -> calls[0]++ == 0 ? fail(0) : "fine"));

    assertEquals(
        List.of(
            "orders 1 1 - java.io.IOException transient retry 100 backoff",
            "orders 1 2 - null null accepted - null"),
        recorded.lines("Attempt", ATTEMPT));
    assertEquals(List.of("orders 1 2 succeeded 100"), recorded.lines("RetriedCall", END));
    assertEquals(List.of("true"), recorded.lines("RetriedCall", "succeeded"));
    assertEquals(List.of(), recorded.of("GiveUp"));
  }

  @Test
  void records_nothing_for_success_at_the_first_attempt() {
    Recorded recorded =
        Recorded.during(
            () -> {
              retry.call(() -> "fine");
              retry.execute(() -> "fine");
              retry.run(() -> {});
            });

    assertEquals(List.of(), recorded.events);
  }

  @Test
  void records_only_the_end_of_a_call_that_is_not_retried() {
    Recorded recorded =
        Recorded.during(
            () ->
                retry.execute(
                    () -> {
                      throw new IllegalStateException("bug");
                    }));

    assertEquals(
        List.of("orders 1 1 - java.lang.IllegalStateException other gave up - null"),
        recorded.lines("Attempt", ATTEMPT));
    assertEquals(List.of("orders 1 1 not retryable 0"), recorded.lines("GiveUp", END));
    assertEquals(2, recorded.events.size());
  }

  @Test
  void records_a_retry_that_the_budget_refused() {
    Recorded recorded =
        Recorded.during(() -> retry.withBudget(RetryBudget.none()).execute(() -> fail(7)));

    assertEquals(List.of("orders 1 1 false"), recorded.lines("BudgetRefusal", REFUSAL));
    assertEquals(List.of("orders 1 1 budget 7"), recorded.lines("GiveUp", END));
    assertEquals(
        List.of("orders 1 1 7 java.io.IOException transient gave up - null"),
        recorded.lines("Attempt", ATTEMPT));
  }

  @Test
  void records_a_hedge_that_the_budget_refused_and_a_deferred_attempt() {
    Decision left = new Decision.DeferredToInFlight(Verdict.retry(), Progress.startingAt(0));
    RetryEvent.Origin orders = RetryEvent.Origin.of("orders");
    Recorded recorded =
        Recorded.during(
            () -> {
              Listeners.NONE.publish(new RetryEvent.HedgeRefused(orders, 4, 2));
              Listeners.NONE.publish(
                  new RetryEvent.AttemptFinished(
                      orders, 4, 2, 9, Outcome.threw(new IOException("down")), left));
            });

    assertEquals(List.of("orders 4 2 true"), recorded.lines("BudgetRefusal", REFUSAL));
    assertEquals(
        List.of("orders 4 2 9 java.io.IOException transient deferred - null"),
        recorded.lines("Attempt", ATTEMPT));
  }

  @Test
  void names_the_class_of_a_rejected_result() {
    Retry choosy =
        retry.withPolicy(
            RetryPolicy.builder()
                .maxAttempts(1)
                .retryOnNull()
                .retryOnResult("empty", String.class, String::isEmpty)
                .build());
    Recorded recorded =
        Recorded.during(
            () -> {
              choosy.execute(() -> "");
              choosy.execute(() -> null);
            });

    assertEquals(
        List.of("java.lang.String gave up", "null gave up"),
        recorded.lines("Attempt", "outcome", "decision"));
  }

  @Test
  void never_records_a_message() {
    Recorded recorded = Recorded.during(() -> retry.execute(() -> fail(7)), "GiveUp");

    assertFalse(new String(recorded.file, StandardCharsets.ISO_8859_1).contains("s3cret"));
    assertFalse(recorded.events.stream().anyMatch(event -> event.toString().contains("s3cret")));
  }

  @Test
  void omits_types_that_are_not_recorded() {
    Recorded recorded =
        Recorded.during(
            () -> {
              assertFalse(Listeners.NONE.isEmpty());
              retry.execute(() -> fail(7));
            },
            "Attempt",
            "RetriedCall",
            "BudgetRefusal");

    assertEquals(1, recorded.events.size());
    assertEquals(List.of("orders 1 3 attempts used up 221"), recorded.lines("GiveUp", END));
  }

  @Test
  void creates_no_event_when_no_type_of_the_library_is_recorded() {
    Recorded recorded =
        Recorded.during(
            () -> assertTrue(Listeners.NONE.isEmpty()),
            "Attempt",
            "RetriedCall",
            "BudgetRefusal",
            "GiveUp");

    assertEquals(List.of(), recorded.events);
    assertTrue(Listeners.NONE.isEmpty());
  }

  @Test
  void does_not_change_the_events_for_listeners() {
    List<RetryEvent> heard = new ArrayList<>();
    Retry listened = retry.withListener(heard::add);

    Recorded recorded = Recorded.during(() -> listened.execute(() -> fail(7)));
    int during = heard.size();
    listened.execute(() -> fail(7));

    assertEquals(6, during);
    assertEquals(12, heard.size());
    assertEquals(3, recorded.of("Attempt").size());
  }

  @Test
  void has_types_with_a_label_and_a_description() {
    Recorded recorded =
        Recorded.during(() -> retry.withBudget(RetryBudget.bucket(5, 5)).execute(() -> fail(7)));
    Set<EventType> types =
        recorded.events.stream().map(event -> event.getEventType()).collect(Collectors.toSet());

    assertEquals(
        Set.of(
            "dev.reprise.Attempt Attempt",
            "dev.reprise.BudgetRefusal Budget Refusal",
            "dev.reprise.GiveUp Give-Up",
            "dev.reprise.RetriedCall Retried Call"),
        types.stream()
            .map(type -> type.getName() + " " + type.getLabel())
            .collect(Collectors.toSet()));
    types.forEach(type -> assertEquals(List.of("Reprise"), type.getCategoryNames()));
    assertTrue(recorded.events.stream().allMatch(event -> event.getStackTrace() == null));
  }

  private String fail(long nanos) throws IOException {
    world.now += nanos;
    throw new IOException("s3cret");
  }
}
