package dev.reprise.testbed.dynamodb;

import java.util.List;
import java.util.Optional;

/**
 * Selects the fault, if any, of each call. The server calls the script once for each call that it
 * can read, from several threads at the same time and outside its locks.
 *
 * <pre>{@code
 * DynamoDbTableServer server =
 *     DynamoDbTableServer.builder()
 *         .faults(FaultScript.random(1, 0.1, Fault.throttling(), Fault.dropAfterProcessing()))
 *         .start();
 * }</pre>
 *
 * <p>For a given number of calls, {@link DynamoDbTableServer#failNext(int, Fault)} is shorter.
 */
@FunctionalInterface
public interface FaultScript {

  /**
   * Returns the fault of the next call.
   *
   * @param operation the name of the operation in the protocol, such as {@code BatchWriteItem}
   * @return the fault, or empty for none. If this method throws, the exception is logged, and the
   *     call fails with InternalServerError
   */
  Optional<Fault> faultFor(String operation);

  /**
   * Returns a script in which a share of all calls has a fault, each of the given faults with the
   * same probability. The same seed leads to the same decision for the first call, the second call
   * and so on, in the order in which the server calls the script.
   *
   * @param seed any number
   * @param share the share of the calls, 0 to 1
   * @param faults the faults, at least one
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
