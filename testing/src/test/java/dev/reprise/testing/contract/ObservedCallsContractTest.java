package dev.reprise.testing.contract;

import dev.reprise.testing.shape.CallShape;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/**
 * Runs the contract with observers, two of which throw: they change nothing, and the contract of
 * observers holds.
 */
@Tag("proof")
class ObservedCallsContractTest extends DriverContractTest {

  private final ObserverProtocol protocol = new ObserverProtocol();

  @Override
  protected List<CallShape> shapes() {
    return CallShape.all().stream().map(protocol::observing).toList();
  }

  @AfterEach
  void the_contract_of_observers_was_kept() {
    protocol.assertKept();
  }
}
