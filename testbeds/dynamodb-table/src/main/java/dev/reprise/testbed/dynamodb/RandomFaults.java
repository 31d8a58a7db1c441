package dev.reprise.testbed.dynamodb;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;

/** Faults for a share of all calls, drawn from a seed. */
final class RandomFaults implements FaultScript {

  private final ReentrantLock lock = new ReentrantLock();
  private final SplittableRandom random;
  private final double share;
  private final List<Fault> faults;

  RandomFaults(long seed, double share, List<Fault> faults) {
    this.random = new SplittableRandom(seed);
    this.share = share;
    this.faults = faults;
  }

  @Override
  public Optional<Fault> faultFor(String operation) {
    lock.lock();
    try {
      boolean meets = random.nextDouble() < share;
      int which = random.nextInt(faults.size());
      return meets ? Optional.of(faults.get(which)) : Optional.empty();
    } finally {
      lock.unlock();
    }
  }
}
