package dev.reprise.verification.benchmarks.start;

/** The smallest program with visible output. */
final class Hello {

  private Hello() {}

  /**
   * Prints a greeting.
   *
   * @param args none
   */
  public static void main(String[] args) {
    System.out.println("Hello");
  }
}
