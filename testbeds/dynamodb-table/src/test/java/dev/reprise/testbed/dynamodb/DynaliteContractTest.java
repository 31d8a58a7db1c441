package dev.reprise.testbed.dynamodb;

import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * The contract on dynalite, an independent server of the protocol. Dynalite was compared with the
 * service itself, so it shows whether our server behaves like the service. The test is skipped,
 * with the reason, if there is no npm.
 *
 * <p>Where dynalite is known to differ, the contract accepts both, and the difference is tested
 * only on our server: dynalite never throttles, ends a batch get at about 1 MB instead of 16 MB,
 * and drops the projection from the unprocessed keys.
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
