package dev.reprise.dynamodb.items;

import dev.reprise.text.PrintableText;

/**
 * A line of a file that is not an item. Immutable.
 *
 * @param number line number, counted from 1
 * @param reason the reason why it is refused, in one line
 * @param text the line without its end; with replacement characters where it is not UTF-8, and only
 *     its first thousand bytes if it is too long to be an item
 */
public record BadLine(long number, String reason, String text) {
  /**
   * The number and the reason, without the text.
   *
   * @return one line of bounded length
   */
  @Override
  public String toString() {
    return "line " + number + ": " + PrintableText.oneLine(reason);
  }
}
