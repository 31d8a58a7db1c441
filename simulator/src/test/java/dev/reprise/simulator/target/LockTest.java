package dev.reprise.simulator.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who has a lock when. */
class LockTest {

  private static final long LATENCY = 10 * Lab.MILLISECOND;

  private final List<Long> writes = new ArrayList<>();

  private Lab run(String policy, long timeoutNanos, int places, int calls) {
    Lab lab = new Lab(policy, timeoutNanos, 1);
    lab.clients.calling(
        new Lock(lab.world, lab.clients, lab.network(LATENCY), writes::add, places));
    return lab.atOnce(calls);
  }

  @Test
  void is_held_for_two_messages_by_one_after_the_other() {
    Lab lab = run("maxAttempts=1 within=unlimited", Long.MAX_VALUE, 10, 10);
    assertThat(lab.tally.answered()).isEqualTo(1);
    List<Long> expected = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      expected.add(2 * LATENCY + i * 2 * LATENCY);
    }
    assertThat(writes).isEqualTo(expected);
    assertThat(lab.tally.lastEndNanos()).isEqualTo((2 * 10 + 2) * LATENCY);
  }

  @Test
  void passes_over_those_that_have_given_up() {
    Lab lab = run("maxAttempts=1 within=unlimited", 7 * LATENCY, 10, 10);
    assertThat(lab.tally.answered()).isEqualTo(0.2);
    assertThat(writes).hasSize(3);
  }

  @Test
  void turns_away_whom_it_has_no_place_for() {
    Lab lab = run("maxAttempts=1 within=unlimited", Long.MAX_VALUE, 4, 10);
    assertThat(lab.tally.answered()).isEqualTo(0.5);
  }
}
