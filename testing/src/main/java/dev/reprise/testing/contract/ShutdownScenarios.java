package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.Retry;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.shape.CallObservation;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Shutdown, and retries that are disabled. */
class ShutdownScenarios extends Scenarios {

  ShutdownScenarios(ScenarioRunner runner) {
    super(runner);
  }

  @Test
  @DisplayName("trap 18: a shutdown during the wait ends the call with the last failure")
  void a_shutdown_during_the_wait_ends_the_call() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.at(ms(50), () -> fixture.retry().shutdown());
          fixture.operation.fails(failure);
          CallObservation seen = fixture.fails(failure, StopReason.SHUT_DOWN, 1);
          assertEquals(ms(50), seen.elapsed());
          assertEquals(0, fixture.time.pending(), "timers left");
        });
  }

  @Test
  void a_shutdown_reaches_every_copy() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.at(
              ms(50), () -> fixture.retry().named("copy").within(ms(9)).on("key").shutdown());
          fixture.operation.fails(failure);
          fixture.fails(failure, StopReason.SHUT_DOWN, 1);
        });
  }

  @Test
  void a_call_after_the_shutdown_makes_one_attempt() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.retry().shutdown();
          fixture.operation.fails(failure);
          fixture.fails(failure, StopReason.SHUT_DOWN, 1);
          assertEquals(List.of("started", "failed", "finished"), fixture.ledger());
        });
    inEveryShape(
        fixture -> {
          fixture.retry().shutdown();
          fixture.operation.returns("page");
          fixture.returns("page", 1);
        });
  }

  @Test
  void a_running_attempt_continues_after_the_shutdown() {
    inEveryShape(
        fixture -> {
          fixture.at(ms(50), () -> fixture.retry().shutdown());
          fixture.operation.takes(ms(80)).returns("page");
          fixture.returns("page", 1);
        });
  }

  @Test
  void the_system_property_disables_retries() {
    System.setProperty(Retry.DISABLED_PROPERTY, "true");
    try {
      inEveryShape(
          fixture -> {
            IOException failure = new IOException("reset");
            fixture.operation.fails(failure);
            fixture.fails(failure, StopReason.DISABLED, 1);
          });
    } finally {
      System.clearProperty(Retry.DISABLED_PROPERTY);
    }
  }
}
