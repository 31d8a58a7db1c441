package dev.reprise.simulator.target;

/**
 * The settings of a server.
 *
 * @param workers the number of attempts that are served at the same time, at least 1
 * @param service the service time of an attempt
 * @param queue the maximum number of queued attempts, at least 0
 * @param lifo true to serve the newest queued attempt first, false for the oldest
 * @param dropAbandoned whether attempts whose client has timed out are skipped
 * @param fault the fault of the server
 * @param replicas the replicas that share workers and queue
 * @param failing the share of the attempts that fail at random after their service, from 0 to 1
 */
public record ServerSettings(
    int workers,
    ServiceTime service,
    int queue,
    boolean lifo,
    boolean dropAbandoned,
    Fault fault,
    ReplicaSettings replicas,
    double failing) {

  /**
   * Creates the settings of a single server with exponentially distributed service times.
   *
   * @param workers the number of attempts that are served at the same time, at least 1
   * @param serviceNanos the mean service time in nanoseconds
   * @param queue the maximum number of queued attempts, at least 0
   * @param lifo true to serve the newest queued attempt first, false for the oldest
   * @param dropAbandoned whether attempts whose client has timed out are skipped
   * @param fault the fault of the server
   */
  public ServerSettings(
      int workers,
      double serviceNanos,
      int queue,
      boolean lifo,
      boolean dropAbandoned,
      Fault fault) {
    this(
        workers,
        ServiceTime.exponential(serviceNanos),
        queue,
        lifo,
        dropAbandoned,
        fault,
        ReplicaSettings.ONE,
        0);
  }
}
