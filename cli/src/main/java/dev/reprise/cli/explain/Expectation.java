package dev.reprise.cli.explain;

/**
 * What to expect where each attempt fails by itself with the same chance.
 *
 * @param failureRate that chance, from 0 to 1
 * @param attempts how many attempts a call makes on average; infinite if it never ends
 * @param success how many calls succeed, from 0 to 1
 */
record Expectation(double failureRate, double attempts, double success) {

  /**
   * Computes it.
   *
   * @param failureRate the chance of a failure
   * @param attempts how many attempts a call makes at most; {@link Integer#MAX_VALUE} for no limit
   */
  static Expectation of(double failureRate, int attempts) {
    boolean endless = attempts == Integer.MAX_VALUE;
    if (failureRate >= 1) {
      return new Expectation(failureRate, endless ? Double.POSITIVE_INFINITY : attempts, 0);
    }
    double failsToTheEnd = endless ? 0 : Math.pow(failureRate, attempts);
    return new Expectation(failureRate, (1 - failsToTheEnd) / (1 - failureRate), 1 - failsToTheEnd);
  }
}
