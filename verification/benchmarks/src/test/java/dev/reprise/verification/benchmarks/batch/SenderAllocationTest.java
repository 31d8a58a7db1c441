package dev.reprise.verification.benchmarks.batch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Allocation of an item that is pushed, beyond the same item in a run over a list. Of several
 * rounds the lowest count is checked.
 */
class SenderAllocationTest {

  private static final int ITEMS = 20_000;
  private static final int ROUNDS = 5;
  private static final int MOST_BYTES = 450;

  @Test
  void a_pushed_item_allocates_at_most_450_bytes_more_than_an_item_of_a_list() {
    SenderCost cost = new SenderCost(ITEMS, new OneThread());
    long run = lowest(cost::run);
    long sender = lowest(cost::push);

    assertTrue(sender > run, "a future for each item takes memory");
    assertTrue(sender - run <= MOST_BYTES, () -> "bytes of an item: " + run + ", " + sender);
  }

  private static long lowest(Runnable program) {
    return LongStream.generate(() -> SenderCost.bytes(program)).limit(ROUNDS).min().orElseThrow()
        / ITEMS;
  }
}
