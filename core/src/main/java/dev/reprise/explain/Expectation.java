package dev.reprise.explain;

/**
 * The expected result if attempts fail independently with the same probability.
 *
 * @param failureRate probability that an attempt fails, from 0 to 1
 * @param attempts mean number of attempts of a call; infinite if it never ends
 * @param success share of calls that succeed, from 0 to 1
 */
record Expectation(double failureRate, double attempts, double success) {

  /**
   * Computes the expected result.
   *
   * @param failureRate probability that an attempt fails
   * @param attempts greatest number of attempts; {@link Integer#MAX_VALUE} for no limit
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
