package dev.reprise.testbed.dynamodb;

import java.util.List;
import java.util.Optional;

/**
 * Chooses the fault, if any, that each call meets. The server asks once for each call that it can
 * read, from several threads at once and outside its locks.
 *
 * <p>For a given number of calls, {@link DynamoDbTableServer#failNext(int, Fault)} is shorter.
 */
@FunctionalInterface
public interface FaultScript {

  /**
   * The fault that the next call meets.
   *
   * @param operation the operation called, by its name in the protocol, such as {@code
   *     BatchWriteItem}
   * @return its fault, or empty if it goes well. An exception thrown here is answered as
   *     InternalServerError and logged
   */
  Optional<Fault> faultFor(String operation);

  /**
   * Lets a share of all calls meet a fault, each of these as often as the others. The same seed
   * decides the same for the first call, the second and so on, in the order in which the server
   * asks.
   *
   * @param seed any number
   * @param share how many of the calls, 0 to 1
   * @param faults what happens to them, at least one
   * @return a script, safe for use by several threads
   * @throws IllegalArgumentException if the share is not between 0 and 1, or there is no fault
   */
  static FaultScript random(long seed, double share, Fault... faults) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be between 0 and 1, but was " + share);
    }
    if (faults.length == 0) {
      throw new IllegalArgumentException("faults must be at least 1, but were 0");
    }
    return new RandomFaults(seed, share, List.of(faults));
  }
}
