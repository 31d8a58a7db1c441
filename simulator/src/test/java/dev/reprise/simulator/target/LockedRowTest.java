package dev.reprise.simulator.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the holders of a lock over time. */
class LockedRowTest {

  private static final long LATENCY = 10 * Lab.MILLISECOND;

  private final List<Long> writes = new ArrayList<>();

  private Lab run(String policy, long timeoutNanos, int places, int calls) {
    Lab lab = new Lab(policy, timeoutNanos, 1);
    lab.clients.withTarget(
        new LockedRow(lab.world, lab.clients, lab.network(LATENCY), writes::add, places));
    return lab.atOnce(calls);
  }

  @Test
  void is_held_by_one_client_at_a_time_for_two_messages() {
    Lab lab = run("maxAttempts=1 within=unlimited", Long.MAX_VALUE, 10, 10);
    assertThat(lab.tally.successShare()).isEqualTo(1);
    List<Long> expected = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      expected.add(2 * LATENCY + i * 2 * LATENCY);
    }
    assertThat(writes).isEqualTo(expected);
    assertThat(lab.tally.lastEndNanos()).isEqualTo((2 * 10 + 2) * LATENCY);
  }

  @Test
  void skips_clients_that_timed_out() {
    Lab lab = run("maxAttempts=1 within=unlimited", 7 * LATENCY, 10, 10);
    assertThat(lab.tally.successShare()).isEqualTo(0.2);
    assertThat(writes).hasSize(3);
  }

  @Test
  void rejects_attempts_beyond_its_queue() {
    Lab lab = run("maxAttempts=1 within=unlimited", Long.MAX_VALUE, 4, 10);
    assertThat(lab.tally.successShare()).isEqualTo(0.5);
  }
}
