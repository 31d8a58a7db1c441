package dev.reprise.testing.contract;

import dev.reprise.testing.VirtualTime;

/** Runs the contract with ticks that overflow in the middle of each call. */
class DriverContractNearTheLastTickTest extends DriverContractTest {

  @Override
  protected VirtualTime time() {
    return VirtualTime.startingAtTick(1, Long.MAX_VALUE - 120_000_000);
  }
}
