package dev.reprise.verification.benchmarks.start;

/** The least that a program can do and still be seen. */
final class Hello {

  private Hello() {}

  /**
   * Greets.
   *
   * @param args none
   */
  public static void main(String[] args) {
    System.out.println("Hello");
  }
}
