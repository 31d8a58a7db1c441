package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.function.Attempt;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Each call has one key, created when the key is first needed. */
class KeyOfCallTest {

  /** Counts the keys: each creation of a key reads the wall clock once. */
  private final AtomicInteger made = new AtomicInteger();

  private final Retry retry =
      Retry.of(RetryPolicy.builder().backoff(Backoff.none()).within(Duration.ofHours(1)).build())
          .withBudget(RetryBudget.unlimited())
          .withEnvironment(clocked());

  private FakeEnvironment clocked() {
    FakeEnvironment environment = new FakeEnvironment();
    environment.wallClock =
        () -> {
          made.incrementAndGet();
          return Instant.EPOCH;
        };
    return environment;
  }

  private List<String> keysOfThreeAttempts(Retry caller) throws IOException {
    List<String> keys = new ArrayList<>();
    caller.callWith(
        attempt -> {
          keys.add(attempt.idempotencyKey());
          if (attempt.number() < 3) {
            throw new IOException("reset");
          }
          return "done";
        });
    return keys;
  }

  @Test
  void is_the_same_for_all_attempts_and_different_for_the_next_call() throws IOException {
    Set<String> first = new HashSet<>(keysOfThreeAttempts(retry));
    Set<String> second = new HashSet<>(keysOfThreeAttempts(retry));

    assertEquals(1, first.size());
    assertEquals(1, second.size());
    assertNotEquals(first, second);
    assertEquals(2, made.get());
  }

  @Test
  void is_the_key_that_the_caller_set() throws IOException {
    assertEquals(
        List.of("order-7", "order-7", "order-7"),
        keysOfThreeAttempts(retry.withIdempotencyKey("order-7")));
    assertEquals(0, made.get());
  }

  @Test
  void is_not_created_for_a_call_that_does_not_request_it() throws IOException {
    retry.callWith(Attempt::number);
    retry.callWith(attempt -> retry.within(attempt).callWith(Attempt::number));
    assertEquals(0, made.get());
  }

  @Test
  void is_not_created_before_an_attempt_requests_it() throws IOException {
    List<Attempt> seen = new ArrayList<>();
    retry.callWith(
        attempt -> {
          seen.add(attempt);
          if (attempt.number() < 3) {
            throw new IOException("reset");
          }
          return attempt.idempotencyKey();
        });

    assertEquals(1, made.get());
    assertSame(seen.get(2).idempotencyKey(), seen.get(0).idempotencyKey());
    assertEquals(1, made.get());
  }

  @Test
  void is_that_of_the_outer_call_in_a_nested_one() throws IOException {
    List<String> keys = new ArrayList<>();
    retry.callWith(
        outer -> {
          keys.addAll(keysOfThreeAttempts(retry.within(outer)));
          if (outer.number() < 2) {
            throw new IOException("reset");
          }
          keys.add(outer.idempotencyKey());
          return "done";
        });

    assertEquals(7, keys.size());
    assertEquals(1, new HashSet<>(keys).size());
    assertEquals(1, made.get());
  }

  @Test
  void can_be_a_different_one_in_a_nested_call_that_sets_it() throws IOException {
    retry.callWith(
        outer -> {
          String key =
              retry.within(outer).withIdempotencyKey("mine").callWith(Attempt::idempotencyKey);
          assertEquals("mine", key);
          return key;
        });
    assertEquals(0, made.get());
  }

  @Test
  void a_nested_call_has_the_remaining_time_as_well() throws IOException {
    retry.callWith(
        outer -> {
          Duration left =
              retry.within(Duration.ofSeconds(2)).within(outer).policy().within().orElseThrow();
          assertEquals(Duration.ofSeconds(2), left);
          return "done";
        });
  }

  @Test
  void is_the_same_in_token_form() throws IOException {
    Set<String> keys = new HashSet<>();
    try (RetryCall call = retry.begin()) {
      while (call.attempt().number() < 3) {
        keys.add(call.attempt().idempotencyKey());
        call.failed(new IOException("reset"));
      }
      keys.add(call.attempt().idempotencyKey());
      call.succeeded();
    }
    assertEquals(1, keys.size());
  }

  @Test
  void the_text_form_of_a_policy_shows_that_its_calls_are_keyed() {
    RetryPolicy policy = RetryPolicy.builder().idempotency(Idempotency.KEYED).build();

    assertTrue(policy.toString().contains(" idempotency=keyed"), policy.toString());
    assertEquals(policy, RetryPolicy.parse(policy.toString()));
    assertTrue(policy.idempotency().allowsDuplicates());
  }

  @Test
  void is_created_once_even_if_two_attempts_request_it_at_once() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      CyclicBarrier together = new CyclicBarrier(2);
      for (int round = 0; round < 1_000; round++) {
        Attempt attempt = retry.callWith(seen -> seen);
        Future<String> one = threads.submit(() -> askedWith(together, attempt));
        Future<String> other = threads.submit(() -> askedWith(together, attempt));
        assertSame(one.get(30, TimeUnit.SECONDS), other.get(30, TimeUnit.SECONDS));
      }
    } finally {
      threads.shutdownNow();
    }
    assertTrue(made.get() >= 1_000);
  }

  private static String askedWith(CyclicBarrier together, Attempt attempt) throws Exception {
    together.await(30, TimeUnit.SECONDS);
    return attempt.idempotencyKey();
  }
}
