package dev.reprise.testbed.dynamodb;

import java.util.Optional;

/**
 * Says what goes wrong with which call. The server asks once for each call that it can read, from
 * several threads at once and outside its locks.
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
}
