package dev.reprise.text;

/** Text form of numbers of things in messages: {@code 1 call}, {@code 2 calls}. */
public final class CountText {

  private CountText() {}

  /**
   * Writes a number with its noun.
   *
   * @param count any number
   * @param noun the noun for one thing, whose plural ends with {@code s}
   * @return the number, a blank, and the noun: singular for 1, otherwise plural
   */
  public static String of(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
