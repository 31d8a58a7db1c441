package dev.reprise.dynamodb.items;

import dev.reprise.text.PrintableText;

/**
 * A line of a file that is not an item.
 *
 * @param number line number, counted from 1
 * @param reason the reason why it is not an item, on one line
 * @param text the line without its end; with replacement characters for bytes that are not UTF-8;
 *     only its first thousand bytes if it is too long to be an item
 */
public record BadLine(long number, String reason, String text) {
  /**
   * Returns the number and the reason, without the text.
   *
   * @return one line of bounded length
   */
  @Override
  public String toString() {
    return "line " + number + ": " + PrintableText.oneLine(reason);
  }
}
