package dev.reprise.simulator.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.model.TrafficCounter;
import org.junit.jupiter.api.Test;

/** Three layers with three attempts each in front of a server that fails every attempt. */
class LayerTest {

  private static final String THREE = "maxAttempts=3 within=unlimited backoff=fixed(10ms)";
  private static final int CALLS = 20;
  private static final long NEVER = Long.MAX_VALUE;

  private static double amplification(
      String policy, long timeoutNanos, LayerSettings settings, double failing) {
    Lab lab = new Lab(policy, timeoutNanos, 1);
    Network network = lab.network(Lab.MILLISECOND);
    TrafficCounter bottom = new TrafficCounter(Lab.SECOND);
    Clients middle = lab.clients(policy, timeoutNanos, new TrafficCounter(Lab.SECOND));
    Clients last = lab.clients(policy, timeoutNanos, bottom);
    lab.clients.withTarget(new Layer(lab.world, lab.clients, middle, settings, network));
    middle.withTarget(new Layer(lab.world, middle, last, settings, network));
    Target silent = (slot, serial, atNanos) -> {};
    last.withTarget(
        Double.isNaN(failing)
            ? silent
            : new FlakyServer(lab.world, last, network, failing, lab.random(3), now -> {}));
    lab.atOnce(CALLS);
    assertThat(lab.tally.endedCalls()).isEqualTo(CALLS);
    return (double) bottom.totalAttempts() / CALLS;
  }

  private static LayerSettings settings(boolean knowsDeadlines, boolean reportsRetries) {
    return new LayerSettings(1, knowsDeadlines, reportsRetries);
  }

  @Test
  void multiply_to_27_attempts() {
    String multiply = THREE + " nesting=multiply";
    assertThat(amplification(multiply, NEVER, settings(false, true), 1)).isEqualTo(27);
    assertThat(amplification(multiply, NEVER, settings(true, true), 1)).isEqualTo(27);
  }

  @Test
  void collapse_to_3_attempts_if_failures_report_retries() {
    assertThat(amplification(THREE, NEVER, settings(false, true), 1)).isEqualTo(3);
    assertThat(amplification(THREE, NEVER, settings(false, false), 1)).isEqualTo(27);
  }

  @Test
  void make_one_attempt_if_it_succeeds() {
    assertThat(amplification(THREE, NEVER, settings(true, true), 0)).isEqualTo(1);
  }

  @Test
  void stop_at_the_deadline_if_they_know_it() {
    String multiply = THREE + " nesting=multiply";
    assertThat(amplification(multiply, Lab.SECOND, settings(false, true), Double.NaN))
        .isEqualTo(27);
    assertThat(amplification(multiply, Lab.SECOND, settings(true, true), Double.NaN)).isEqualTo(3);
  }
}
