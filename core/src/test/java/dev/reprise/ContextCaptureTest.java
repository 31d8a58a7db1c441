package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** The behaviour of a retry with contexts that work and contexts that fail. */
class ContextCaptureTest {

  private static final CallContext.Scope NOTHING = () -> {};

  private static final Map<String, CallContext> BAD =
      Map.of(
          "capture", () -> bug(),
          "captures null", () -> nothing(),
          "open", () -> () -> bug(),
          "opens null", () -> () -> nothing(),
          "close", () -> () -> () -> bug());

  private final ThreadLocal<String> user = new ThreadLocal<>();
  private final Retry retry =
      Retry.of(RetryPolicy.builder().backoff(Backoff.none()).build())
          .withBudget(RetryBudget.unlimited());

  @SuppressWarnings("TypeParameterUnusedInFormals")
  private static <T> T bug() {
    throw new IllegalStateException("bug");
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }

  @Test
  void a_context_that_throws_changes_no_call_and_is_logged_once() {
    BAD.forEach(
        (name, context) -> {
          try (LogCapture log = new LogCapture(Level.ALL)) {
            Retry bad = retry.withContext(context);
            for (int call = 0; call < 3; call++) {
              FailingCall.failsAfterThreeAttempts(name, bad);
            }
            assertEquals(1, log.lines().size(), name);
            assertTrue(
                log.lines()
                    .get(0)
                    .startsWith("WARNING Call context dev.reprise.ContextCaptureTest$"),
                log.lines().get(0));
            assertTrue(
                log.lines()
                    .get(0)
                    .endsWith(
                        "threw; calls continue without it, and its further exceptions are not logged"),
                log.lines().get(0));
          }
        });
  }

  @Test
  void a_context_that_throws_does_not_prevent_other_contexts() {
    BAD.forEach(
        (name, context) -> {
          try (LogCapture log = new LogCapture(Level.ALL)) {
            CallContext good = CallContext.of(user::get, user::set, user::remove);
            user.set("caller");
            assertEquals("caller", seenThrough(retry.withContext(context).withContext(good)), name);
            assertEquals("caller", seenThrough(retry.withContext(good).withContext(context)), name);
            assertEquals("caller", user.get(), name);
            assertEquals(2, log.lines().size(), name);
          }
        });
  }

  /** The context that the third attempt sees after earlier attempts changed it. */
  private String seenThrough(Retry carrying) {
    return carrying.callWith(
        attempt -> {
          String seen = user.get();
          user.set("attempt " + attempt.number());
          if (attempt.number() < 3) {
            throw new java.io.UncheckedIOException(new IOException("reset"));
          }
          return seen;
        });
  }

  @Test
  void every_copy_captures_the_contexts_added_before() {
    user.set("caller");
    Retry carrying = retry.withContext(CallContext.of(user::get, user::set, user::remove));

    for (Retry copy :
        List.of(
            carrying,
            carrying.named("other"),
            carrying.on("key"),
            carrying.withIdempotencyKey("order-7"),
            carrying.withPolicy(carrying.policy()))) {
      assertEquals("caller", seenThrough(copy));
    }
    assertEquals("attempt 2", seenThrough(retry));
  }

  @Test
  void a_call_without_a_context_is_plain_and_a_call_with_one_is_not() {
    assertTrue(retry.calls().isPlain());
    assertFalse(retry.withContext(() -> () -> NOTHING).calls().isPlain());
    assertTrue(retry.calls().captureContext().isNothing());
    assertSame(retry.calls().captureContext(), retry.calls().captureContext());
  }

  @Test
  void a_later_attempt_in_token_form_has_the_context_of_the_caller() throws IOException {
    user.set("caller");
    try (RetryCall call =
        retry.withContext(CallContext.of(user::get, user::set, user::remove)).begin()) {
      assertEquals("caller", user.get());
      user.set("first");
      call.failed(new IOException("reset"));
      assertEquals("caller", user.get());
      user.remove();
      assertFalse(call.attempt().number() < 2);
      call.succeeded();
      assertEquals("caller", user.get());
    }
    assertEquals("caller", user.get());
  }

  @Test
  void closing_a_token_or_giving_up_restores_the_context_of_the_caller() {
    user.set("caller");
    Retry carrying = retry.withContext(CallContext.of(user::get, user::set, user::remove));
    try (RetryCall call = carrying.begin()) {
      assertEquals(1, call.attempt().number());
      user.set("first");
    }
    assertEquals("caller", user.get());

    try (RetryCall call = carrying.begin()) {
      user.set("first");
      assertThrows(IllegalStateException.class, () -> call.failed(new IllegalStateException()));
      assertEquals("caller", user.get());
    }
  }

  @Test
  void a_token_on_another_thread_restores_its_context_and_listeners_have_the_callers()
      throws Exception {
    user.set("caller");
    AtomicInteger notified = new AtomicInteger();
    Retry carrying =
        retry
            .withContext(CallContext.of(user::get, user::set, user::remove))
            .withListener(
                event -> {
                  assertEquals("caller", user.get());
                  notified.incrementAndGet();
                });
    RetryCall call = carrying.begin();
    Thread other =
        new Thread(
            () -> {
              call.failed(new RuntimeException("reset"));
              notified.addAndGet(user.get() == null ? 100 : 0);
              call.succeeded();
              notified.addAndGet(user.get() == null ? 100 : 0);
            });
    other.start();
    other.join();

    assertEquals(204, notified.get());
    assertEquals("caller", user.get());
    user.remove();
    assertNull(user.get());
  }
}
