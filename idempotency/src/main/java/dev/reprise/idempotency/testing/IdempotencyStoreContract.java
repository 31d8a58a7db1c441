package dev.reprise.idempotency.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.idempotency.store.IdempotencyStore;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/**
 * The promises of every {@link IdempotencyStore} as tests, one nested class for each area. A store
 * of your own proves itself by opening one:
 *
 * <pre>{@code
 * class RedisStoreTest extends IdempotencyStoreContract {
 *
 *   @Override
 *   protected IdempotencyStore open(int maxEntries, InstantSource clock) {
 *     return new RedisStore(freshDatabase(), maxEntries, clock);
 *   }
 * }
 * }</pre>
 *
 * <p>Needs JUnit Jupiter. Instants and lengths of time are whole milliseconds.
 */
public abstract class IdempotencyStoreContract {

  /** For subclasses. */
  protected IdempotencyStoreContract() {}

  /**
   * An empty store. Called up to twice in each test of the contract, after the {@code @BeforeEach}
   * methods of the subclass.
   *
   * @param maxEntries how many keys it is to hold; a store without a bound leaves it out
   * @param clock what it is to measure leases and ages with
   * @return the store, ready for use
   * @throws Exception if it cannot be opened
   */
  protected abstract IdempotencyStore open(int maxEntries, InstantSource clock) throws Exception;

  /**
   * Returns whether the store has a bound, and so the scenarios about it apply.
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
