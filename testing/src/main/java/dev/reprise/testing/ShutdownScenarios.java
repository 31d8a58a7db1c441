package dev.reprise.testing;

import static dev.reprise.testing.Scene.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.Retry;
import dev.reprise.decision.StopReason;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Shutdown, and retrying that is turned off. */
class ShutdownScenarios extends Scenarios {

  ShutdownScenarios(ContractStage stage) {
    super(stage);
  }

  @Test
  @DisplayName("trap 18: a shutdown during the wait ends the call with the last failure")
  void a_shutdown_during_the_wait_ends_the_call() {
    inEveryShape(
        scene -> {
          IOException failure = new IOException("reset");
          scene.at(ms(50), () -> scene.retry().shutdown());
          scene.operation.fails(failure);
          Observed seen = scene.fails(failure, StopReason.SHUT_DOWN, 1);
          assertEquals(ms(50), seen.elapsed());
          assertEquals(0, scene.time.pending(), "timers left");
        });
  }

  @Test
  void a_shutdown_reaches_every_copy() {
    inEveryShape(
        scene -> {
          IOException failure = new IOException("reset");
          scene.at(ms(50), () -> scene.retry().named("copy").within(ms(9)).on("key").shutdown());
          scene.operation.fails(failure);
          scene.fails(failure, StopReason.SHUT_DOWN, 1);
        });
  }

  @Test
  void a_call_after_the_shutdown_makes_one_attempt() {
    inEveryShape(
        scene -> {
          IOException failure = new IOException("reset");
          scene.retry().shutdown();
          scene.operation.fails(failure);
          scene.fails(failure, StopReason.SHUT_DOWN, 1);
          assertEquals(List.of("started", "failed", "finished"), scene.ledger());
        });
    inEveryShape(
        scene -> {
          scene.retry().shutdown();
          scene.operation.returns("page");
          scene.returns("page", 1);
        });
  }

  @Test
  void an_attempt_under_way_outlives_the_shutdown() {
    inEveryShape(
        scene -> {
          scene.at(ms(50), () -> scene.retry().shutdown());
          scene.operation.takes(ms(80)).returns("page");
          scene.returns("page", 1);
        });
  }

  @Test
  void the_system_property_turns_retrying_off() {
    System.setProperty(Retry.DISABLED_PROPERTY, "true");
    try {
      inEveryShape(
          scene -> {
            IOException failure = new IOException("reset");
            scene.operation.fails(failure);
            scene.fails(failure, StopReason.SWITCHED_OFF, 1);
          });
    } finally {
      System.clearProperty(Retry.DISABLED_PROPERTY);
    }
  }
}
