package dev.reprise.testbed.dynamodb;

import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * The contract on dynalite, an independent server of the protocol that was compared with the
 * service itself: it keeps our server honest. Skipped, with the reason, where there is no npm.
 *
 * <p>Where it is known to differ, the contract asserts what both do, and the rest is tested on our
 * server alone: dynalite never throttles, ends a batch get at about 1 MB instead of 16 MB, and
 * drops the projection from the keys that it hands back.
 */
@EnabledIf(
    value = "dev.reprise.testbed.dynamodb.Dynalite#available",
    disabledReason = "dynalite needs node, and npm to install it")
class DynaliteContractTest extends TableServerContract {

  private static Dynalite dynalite;

  @BeforeAll
  static void start() throws Exception {
    dynalite = Dynalite.start();
  }

  @AfterAll
  static void stop() {
    dynalite.close();
  }

  @Override
  URI endpoint() {
    return dynalite.endpoint();
  }
}
