package dev.reprise.idempotency.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.idempotency.ForwardingStore;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredOutcome;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingConsumer;

/** Tests that the contract detects broken stores. */
class ContractFindsBrokenStoresTest {

  private static <S extends StoreScenarios> void refuses(
      StoreScenarios.StoreFactory open,
      Function<StoreScenarios.StoreFactory, S> area,
      ThrowingConsumer<S> scenario)
      throws Exception {
    S scenarios = area.apply(open);
    assertThat(areasOfTheContract()).contains(scenarios.getClass());
    scenarios.openStore();
    assertThat(catchThrowable(() -> scenario.accept(scenarios))).isInstanceOf(AssertionError.class);
  }

  private static Stream<Class<?>> areasOfTheContract() {
    return Arrays.stream(IdempotencyStoreContract.class.getDeclaredClasses())
        .filter(area -> area.isAnnotationPresent(Nested.class))
        .map(Class::getSuperclass);
  }

  private static class Broken extends ForwardingStore {
    Broken(int maxEntries, InstantSource clock) {
      super(new InMemoryIdempotencyStore(maxEntries, clock));
    }
  }

  @Test
  void one_that_ignores_tokens() throws Exception {
    refuses(
        (maxEntries, clock) ->
            new Broken(maxEntries, clock) {
              @Override
              public boolean record(String key, long token, StoredOutcome outcome) {
                long latest = find(key).map(StoredEntry::token).orElse(token);
                return super.record(key, latest, outcome);
              }
            },
        LeaseScenarios::new,
        LeaseScenarios::rejects_every_call_of_a_stale_holder);
  }

  @Test
  void one_that_counts_tokens_for_each_key() throws Exception {
    refuses(
        (maxEntries, clock) ->
            new Broken(maxEntries, clock) {
              private long before;

              @Override
              public Claim claim(String key, ClaimRequest request) {
                Claim claim = super.claim(key, request);
                return claim instanceof Claim.Granted granted
                    ? new Claim.Granted(granted.token() - before)
                    : claim;
              }

              @Override
              public int purge(int atMost) {
                before = 3;
                return super.purge(atMost);
              }
            },
        LeaseScenarios::new,
        LeaseScenarios::never_grants_a_token_twice);
  }

  @Test
  void one_that_rejects_a_late_holder_whose_key_was_not_claimed() throws Exception {
    refuses(
        (maxEntries, clock) ->
            new Broken(maxEntries, clock) {
              @Override
              public boolean record(String key, long token, StoredOutcome outcome) {
                return find(key).orElseThrow().until().isAfter(clock.instant())
                    && super.record(key, token, outcome);
              }
            },
        LeaseScenarios::new,
        LeaseScenarios
            ::accepts_the_outcome_of_a_holder_whose_lease_ended_if_the_key_was_not_claimed);
  }

  @Test
  void one_that_ignores_fingerprints() throws Exception {
    refuses(
        (maxEntries, clock) ->
            new Broken(maxEntries, clock) {
              @Override
              public Claim claim(String key, ClaimRequest request) {
                return super.claim(
                    key, new ClaimRequest("same", request.lease(), request.keepFor()));
              }
            },
        LeaseScenarios::new,
        LeaseScenarios::rejects_a_different_fingerprint_in_every_state);
  }

  @Test
  void one_that_renews_from_the_end_of_the_lease() throws Exception {
    refuses(
        (maxEntries, clock) ->
            new Broken(maxEntries, clock) {
              @Override
              public boolean renew(String key, long token, Duration lease) {
                Duration left = Duration.between(clock.instant(), find(key).orElseThrow().until());
                return super.renew(key, token, left.plus(lease));
              }
            },
        LeaseScenarios::new,
        LeaseScenarios::renews_a_lease_from_now);
  }

  @Test
  void one_that_cuts_outcomes() throws Exception {
    refuses(
        (maxEntries, clock) ->
            new Broken(maxEntries, clock) {
              @Override
              public boolean record(String key, long token, StoredOutcome outcome) {
                byte[] start = Arrays.copyOf(outcome.bytes(), Math.min(outcome.size(), 65_536));
                return super.record(key, token, StoredOutcome.of(start));
              }
            },
        OutcomeScenarios::new,
        OutcomeScenarios::stores_bytes_of_every_value_and_number);
  }

  @Test
  void one_that_never_deletes_keys() throws Exception {
    refuses(
        (maxEntries, clock) -> new Broken(maxEntries, InstantSource.fixed(clock.instant())),
        ExpiryScenarios::new,
        ExpiryScenarios::deletes_a_released_key_at_the_end_of_its_retention);
  }

  @Test
  void one_without_a_bound() throws Exception {
    refuses(
        (maxEntries, clock) -> new Broken(1_000, clock),
        CapacityScenarios::new,
        CapacityScenarios::never_evicts_a_key_with_a_running_lease);
  }

  @Test
  void one_that_clears_the_interrupt_flag() throws Exception {
    refuses(
        (maxEntries, clock) ->
            new Broken(maxEntries, clock) {
              @Override
              public int purge(int atMost) {
                assertThat(Thread.interrupted()).isTrue();
                return super.purge(atMost);
              }
            },
        OutcomeScenarios::new,
        OutcomeScenarios::works_for_an_interrupted_thread_and_preserves_its_flag);
  }

  @Test
  void one_that_records_twice() throws Exception {
    refuses(
        (maxEntries, clock) ->
            new Broken(maxEntries, clock) {
              @Override
              public boolean record(String key, long token, StoredOutcome outcome) {
                super.record(key, token, outcome);
                return true;
              }
            },
        ConcurrencyScenarios::new,
        ConcurrencyScenarios::records_one_outcome_of_many_threads);
  }
}
