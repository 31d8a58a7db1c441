package dev.reprise.registry;

import dev.reprise.text.PrintableText;
import java.io.Serializable;

/**
 * One mistake in properties.
 *
 * @param key the full key; the key of the policy if settings contradict each other; {@code line 7}
 *     for a line of a file without a key
 * @param value the value, on one line of at most about 300 characters
 * @param message description of the mistake and of the expected value, on one line
 * @serial exclude
 */
public record SettingError(String key, String value, String message) implements Serializable {

  private static final int MAX_MESSAGE_LENGTH = 1_000;

  /**
   * Creates a mistake. Each part is changed to one line of bounded length.
   *
   * @param key the key
   * @param value the value
   * @param message description of the mistake
   */
  public SettingError {
    key = PrintableText.oneLine(key);
    value = PrintableText.oneLine(value);
    message = PrintableText.oneLine(message, MAX_MESSAGE_LENGTH);
  }

  /**
   * The mistake on one line.
   *
   * @return key, value and message
   */
  @Override
  public String toString() {
    return key + "=" + value + ": " + message;
  }
}
