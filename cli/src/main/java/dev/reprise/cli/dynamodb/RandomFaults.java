package dev.reprise.cli.dynamodb;

import dev.reprise.testbed.dynamodb.Fault;
import dev.reprise.testbed.dynamodb.FaultScript;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Faults for a share of the calls that read or write items; each kind of fault is equally likely.
 * Thread-safe.
 */
final class RandomFaults implements FaultScript {

  private static final List<Fault> FAULTS =
      List.of(
          Fault.internalServerError(),
          Fault.serviceUnavailable(),
          Fault.throttling(),
          Fault.dropBeforeProcessing(),
          Fault.dropAfterProcessing());

  private final double share;
  private final SplittableRandom random;

  RandomFaults(double share, long seed) {
    this.share = share;
    random = new SplittableRandom(seed);
  }

  @Override
  public synchronized Optional<Fault> faultFor(String operation) {
    if (operation.endsWith("Table") || random.nextDouble() >= share) {
      return Optional.empty();
    }
    return Optional.of(FAULTS.get(random.nextInt(FAULTS.size())));
  }
}
