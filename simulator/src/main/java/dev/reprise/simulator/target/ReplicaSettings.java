package dev.reprise.simulator.target;

/**
 * The replicas of a server. Each attempt goes to a random one, which has its share of the workers
 * and of the queue.
 *
 * @param count the number of replicas, from 1 to {@value #MOST}, at most the number of workers
 * @param slow the number of slow replicas, from 0 to {@code count}
 * @param factor the factor of the service time of slow replicas, more than 0
 */
public record ReplicaSettings(int count, int slow, double factor) {

  /** The maximum number of replicas. */
  public static final int MOST = 10;

  /** A single replica. */
  public static final ReplicaSettings ONE = new ReplicaSettings(1, 0, 1);

  /** Returns the share of a replica in a number of workers or places. */
  int share(int replica, int all) {
    return all / count + (replica < all % count ? 1 : 0);
  }

  /** Returns the factor of the service time of a replica. */
  double factor(int replica) {
    return replica < slow ? factor : 1;
  }

  /**
   * Returns the workers, each counted by its speed.
   *
   * @param workers the number of workers of all replicas, at least 1
   * @return the number of workers of normal speed with the same capacity
   */
  public double effectiveWorkers(int workers) {
    double effective = 0;
    for (int replica = 0; replica < count; replica++) {
      effective += share(replica, workers) / factor(replica);
    }
    return effective;
  }
}
