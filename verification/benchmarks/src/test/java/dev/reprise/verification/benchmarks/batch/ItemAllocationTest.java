package dev.reprise.verification.benchmarks.batch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Allocation of an item that the first call accepts: in a run over a list, and beyond that if it is
 * pushed. Of several rounds the lowest count is checked.
 */
class ItemAllocationTest {

  private static final int ITEMS = 20_000;
  private static final int ROUNDS = 5;
  private static final int MOST_OF_A_LIST = 150;
  private static final int MOST_BEYOND = 450;

  private final SenderCost cost = new SenderCost(ITEMS, SenderCost.onOneThread());

  @Test
  void an_item_of_a_list_allocates_at_most_150_bytes() {
    long run = lowest(cost::run);

    assertTrue(run > 0, "the run keeps an entry for each item");
    assertTrue(run <= MOST_OF_A_LIST, () -> "bytes of an item: " + run);
  }

  @Test
  void a_pushed_item_allocates_at_most_450_bytes_more_than_an_item_of_a_list() {
    long run = lowest(cost::run);
    long sender = lowest(cost::push);

    assertTrue(sender > run, "a future for each item takes memory");
    assertTrue(sender - run <= MOST_BEYOND, () -> "bytes of an item: " + run + ", " + sender);
  }

  private static long lowest(Runnable program) {
    return LongStream.generate(() -> SenderCost.bytes(program)).limit(ROUNDS).min().orElseThrow()
        / ITEMS;
  }
}
