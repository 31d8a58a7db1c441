package dev.reprise.policy;

/** Handling of a failure that a nested retry has already retried. */
public enum Nesting {
  /** Give up: attempts of two layers do not multiply. The default. */
  COLLAPSE("collapse"),
  /**
   * Retry it like any other failure: three attempts of a call with three attempts each make nine.
   */
  MULTIPLY("multiply");

  private final String text;

  Nesting(String text) {
    this.text = text;
  }

  /**
   * The name in the policy's text form.
   *
   * @return {@code collapse} or {@code multiply}
   */
  @Override
  public String toString() {
    return text;
  }
}
