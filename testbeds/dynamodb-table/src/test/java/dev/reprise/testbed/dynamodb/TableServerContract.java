package dev.reprise.testbed.dynamodb;

import java.net.URI;
import org.junit.jupiter.api.Nested;

/**
 * The behaviour that all servers of the protocol share, tested with the AWS SDK, with one nested
 * class for each area.
 */
abstract class TableServerContract {

  /** Returns the address of the server under test. */
  abstract URI endpoint();

  @Nested
  class Tables extends TableScenarios {
    Tables() {
      super(endpoint());
    }
  }

  @Nested
  class Items extends ItemScenarios {
    Items() {
      super(endpoint());
    }
  }

  @Nested
  class Batches extends BatchScenarios {
    Batches() {
      super(endpoint());
    }
  }

  @Nested
  class Pages extends PageScenarios {
    Pages() {
      super(endpoint());
    }
  }

  @Nested
  class Updates extends UpdateScenarios {
    Updates() {
      super(endpoint());
    }
  }
}
