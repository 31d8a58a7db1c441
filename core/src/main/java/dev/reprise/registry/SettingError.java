package dev.reprise.registry;

import dev.reprise.text.PrintableText;
import java.io.Serializable;

/**
 * One mistake in properties.
 *
 * @param key the key, in full; that of the policy where settings do not fit together; {@code line
 *     7} for a line of a file that has no key
 * @param value the value that was found, on one line of at most some 300 characters
 * @param message what is wrong with it, and what was expected, on one line
 * @serial exclude
 */
public record SettingError(String key, String value, String message) implements Serializable {

  private static final int LONGEST_MESSAGE = 1_000;

  /**
   * A mistake, each part made one line of bounded length.
   *
   * @param key the key
   * @param value the value
   * @param message what is wrong
   */
  public SettingError {
    key = PrintableText.oneLine(key);
    value = PrintableText.oneLine(value);
    message = PrintableText.oneLine(message, LONGEST_MESSAGE);
  }

  /**
   * The mistake in a line.
   *
   * @return key, value and message
   */
  @Override
  public String toString() {
    return key + "=" + value + ": " + message;
  }
}
