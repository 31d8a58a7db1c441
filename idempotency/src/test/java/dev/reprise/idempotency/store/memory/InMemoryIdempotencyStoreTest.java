package dev.reprise.idempotency.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.testing.IdempotencyStoreContract;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class InMemoryIdempotencyStoreTest extends IdempotencyStoreContract {

  @Override
  protected IdempotencyStore open(int maxEntries, InstantSource clock) {
    return new InMemoryIdempotencyStore(maxEntries, clock);
  }

  @Test
  void rejects_a_bound_below_one() {
    assertThatThrownBy(() -> new InMemoryIdempotencyStore(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxEntries must be at least 1, but was 0");
  }

  @Test
  void prints_its_bound() {
    assertThat(new InMemoryIdempotencyStore(5, 2_000L))
        .hasToString("in memory, at most 5 keys and 2000 bytes of outcomes");
  }

  @Test
  void its_clock_does_not_notice_a_jump_of_the_wall_clock() {
    VirtualTime time = VirtualTime.seeded(1);
    Instant origin = time.wallClock().instant();
    InstantSource steady = new MonotonicClock(origin, time.ticks().nanos(), time.ticks());
    time.stall(Duration.ofSeconds(3));
    time.setWallClock(origin.minusSeconds(1000));
    assertThat(steady.instant()).isEqualTo(origin.plusSeconds(3));
  }

  @Test
  void works_without_a_given_clock() {
    IdempotencyStore store = new InMemoryIdempotencyStore();
    ClaimRequest request = new ClaimRequest("none", Duration.ofDays(1), Duration.ofDays(1));
    assertThat(store.claim("key", request)).isInstanceOf(Claim.Granted.class);
    assertThat(store.claim("key", request)).isInstanceOf(Claim.Held.class);
  }
}
