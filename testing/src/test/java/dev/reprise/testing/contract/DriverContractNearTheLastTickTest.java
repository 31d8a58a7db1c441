package dev.reprise.testing.contract;

import dev.reprise.testing.VirtualTime;
import org.junit.jupiter.api.Tag;

/** Runs the contract with ticks that overflow in the middle of each call. */
@Tag("proof")
class DriverContractNearTheLastTickTest extends DriverContractTest {

  @Override
  protected VirtualTime time() {
    return VirtualTime.startingAtTick(1, Long.MAX_VALUE - 120_000_000);
  }
}
