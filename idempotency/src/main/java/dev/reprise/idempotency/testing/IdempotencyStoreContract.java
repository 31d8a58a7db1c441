package dev.reprise.idempotency.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.idempotency.store.IdempotencyStore;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/**
 * The contract of {@link IdempotencyStore} as tests, with one nested class for each area. To test
 * your own store, open it in a subclass:
 *
 * <pre>{@code
 * class OrdersStoreContractTest extends IdempotencyStoreContract {
 *
 *   @Override
 *   protected IdempotencyStore open(int maxEntries, InstantSource clock) {
 *     return new InMemoryIdempotencyStore(maxEntries, clock);
 *   }
 * }
 * }</pre>
 *
 * <p>Needs JUnit Jupiter. All instants and durations are whole milliseconds. JUnit runs the tests
 * one after the other.
 */
public abstract class IdempotencyStoreContract {

  /** For subclasses. */
  protected IdempotencyStoreContract() {}

  /**
   * Opens an empty store. Called once or twice in each test of the contract, after the
   * {@code @BeforeEach} methods of the subclass.
   *
   * @param maxEntries maximum number of keys, at least 1; a store without a bound ignores it
   * @param clock the clock of leases and retentions
   * @return the store, ready for use
   * @throws Exception if it cannot be opened
   */
  protected abstract IdempotencyStore open(int maxEntries, InstantSource clock) throws Exception;

  /**
   * Returns whether the store has a bound. If not, the scenarios about the bound are skipped.
   *
   * @return true by default
   */
  protected boolean isBounded() {
    return true;
  }

  @Nested
  class Leases extends LeaseScenarios {
    Leases() {
      super(IdempotencyStoreContract.this::open);
    }
  }

  @Nested
  class Outcomes extends OutcomeScenarios {
    Outcomes() {
      super(IdempotencyStoreContract.this::open);
    }
  }

  @Nested
  class Expiry extends ExpiryScenarios {
    Expiry() {
      super(IdempotencyStoreContract.this::open);
    }
  }

  @Nested
  class Capacity extends CapacityScenarios {
    Capacity() {
      super(IdempotencyStoreContract.this::open);
    }

    @BeforeEach
    void skipUnlessBounded() {
      assumeTrue(isBounded());
    }
  }

  @Nested
  class Concurrency extends ConcurrencyScenarios {
    Concurrency() {
      super(IdempotencyStoreContract.this::open);
    }
  }
}
