package dev.reprise.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.RetryCall;
import dev.reprise.backoff.Backoff;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent.CallFinished;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The details of its call in an event: the failure, the key of its state, the tick. */
class EventDetailsTest {

  private final List<RetryEvent> events = new CopyOnWriteArrayList<>();
  private final Retry retry =
      Retry.of(RetryPolicy.builder().maxAttempts(2).backoff(Backoff.none()).build())
          .named("orders")
          .withListener(RetryListener.forAllEvents(events::add));

  /** A call shape with which a call fails. */
  private record Shape(String name, Failing call) {

    @Override
    public String toString() {
      return name;
    }
  }

  @FunctionalInterface
  private interface Failing {
    void with(Retry retry, IOException failure) throws Exception;
  }

  static Stream<Shape> shapes() {
    return Stream.of(
        new Shape("call", (retry, failure) -> retry.call(() -> fail(failure))),
        new Shape("callWith", (retry, failure) -> retry.callWith(attempt -> fail(failure))),
        new Shape("execute", (retry, failure) -> retry.execute(() -> fail(failure))),
        new Shape(
            "callAsync",
            (retry, failure) ->
                retry
                    .callAsync(() -> CompletableFuture.failedFuture(failure))
                    .get(60, TimeUnit.SECONDS)),
        new Shape(
            "token",
            (retry, failure) -> {
              try (RetryCall call = retry.begin()) {
                call.failed(failure);
                call.failed(failure);
              }
            }));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void the_end_of_a_call_has_the_failure_and_the_key(Shape shape) throws Exception {
    IOException failure = new IOException("down");

    try {
      shape.call().with(retry.on("api.example"), failure);
    } catch (Exception thrown) {
      assertTrue(thrown == failure || thrown.getCause() == failure);
    }

    CallFinished end = (CallFinished) events.get(events.size() - 1);
    assertSame(failure, end.failure());
    assertEquals(StopReason.ATTEMPTS, end.stopReason());
    assertEquals(4, events.size());
    assertTrue(events.stream().allMatch(event -> "api.example".equals(event.key())));
    assertTrue(events.stream().allMatch(event -> event.retry().equals("orders")));
  }

  @Test
  void calls_without_a_key_have_none() {
    retry.call(() -> "ok");
    retry.on("api.example").withBudget(dev.reprise.budget.RetryBudget.unlimited()).call(() -> "ok");

    assertEquals(2, events.size());
    events.forEach(event -> assertNull(event.key()));
  }

  @Test
  void a_call_that_succeeds_or_returns_a_rejected_result_ends_without_failure() {
    int[] calls = {0};
    retry.execute(() -> calls[0]++ == 0 ? fail(new IOException()) : "ok");
    assertNull(((CallFinished) events.get(events.size() - 1)).failure());

    RetryPolicy choosy =
        RetryPolicy.builder()
            .maxAttempts(2)
            .backoff(Backoff.none())
            .retryOnResult(String.class, String::isEmpty)
            .build();
    retry.withPolicy(choosy).execute(() -> "");
    assertNull(((CallFinished) events.get(events.size() - 1)).failure());
    try {
      retry.withPolicy(choosy).call(() -> "");
    } catch (ResultRejectedException rejected) {
      assertSame(rejected, ((CallFinished) events.get(events.size() - 1)).failure());
    }
  }

  @Test
  void the_report_of_an_event_contains_neither_failure_nor_key() throws IOException {
    retry.on(new Object()).execute(() -> fail(new IOException("down")));

    RetryReport report = ((CallFinished) events.get(events.size() - 1)).report();
    assertNotNull(report);
    try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
      out.writeObject(report); // serialization would fail with this key
    }
  }

  @Test
  void origins_are_equal_by_name_and_key() {
    RetryEvent.Origin host = new RetryEvent.Origin("orders", "a", failure -> "x");
    assertEquals(new RetryEvent.Origin("orders", "a", Throwable::toString), host);
    assertEquals(new RetryEvent.Origin("orders", "a", failure -> "y").hashCode(), host.hashCode());
    assertTrue(!host.equals(RetryEvent.Origin.of("orders")) && !host.equals(null));
    assertEquals("orders on a", host.toString());
    assertEquals("orders", RetryEvent.Origin.of("orders").toString());
  }

  private static String fail(IOException failure) throws IOException {
    throw failure;
  }
}
