package dev.reprise.http;

import dev.reprise.http.internal.StructuredField;
import dev.reprise.http.internal.StructuredField.Item;
import dev.reprise.http.internal.StructuredField.ItemType;
import dev.reprise.http.internal.StructuredField.Malformed;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The header field by which a receiver recognizes a request that is sent again
 * (draft-ietf-httpapi-idempotency-key-header, section 2.1): an item of structured fields whose
 * value is a string, such as
 *
 * <pre>Idempotency-Key: "8e03978e-40d5-43e8-bc93-6894a57f9324"</pre>
 *
 * <pre>{@code
 * String line = IdempotencyKeyField.format("order-17"); // "order-17", with the quotes
 * String key = IdempotencyKeyField.parse(line);
 * }</pre>
 *
 * <p>Safe for use by any thread. No method accepts or returns null.
 */
public final class IdempotencyKeyField {

  /** The name of the field: {@value}. */
  public static final String NAME = "Idempotency-Key";

  private static final Pattern EMPTY_STRING = Pattern.compile("\"\\s*\"");

  private IdempotencyKeyField() {}

  /**
   * Writes a key as a string of structured fields (RFC 9651, section 4.1.6).
   *
   * @param key printable ASCII
   * @return the key in quotes; quotes and backslashes in it are escaped by backslashes
   * @throws IllegalArgumentException if {@code key} has a character that is not printable ASCII
   */
  public static String format(String key) {
    for (int i = 0; i < key.length(); i++) {
      if (!isPrintable(key.charAt(i))) {
        throw new IllegalArgumentException(
            String.format(
                "key must consist of printable ASCII, but has U+%04X at index %d",
                (int) key.charAt(i), i));
      }
    }
    return '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /**
   * Reads the value of the field as the draft defines it. Parameters after the string are ignored:
   * the draft defines none.
   *
   * @param value the only line of this field
   * @return the key without quotes and escapes; may be empty
   * @throws IllegalArgumentException if {@code value} is not one string; the message names its
   *     type, or the index at which it is malformed, and does not contain the value
   */
  public static String parse(String value) {
    Item item;
    try {
      item = StructuredField.item(value);
    } catch (Malformed malformed) {
      throw invalid("has " + malformed.getMessage(), malformed);
    }
    if (item.bare().type() != ItemType.STRING) {
      throw invalid("was " + item.bare().type(), null);
    }
    return item.bare().text();
  }

  /**
   * Reads the value of the field as {@link #parse} does, and also accepts a key without quotes, as
   * clients send it that were written before the draft.
   *
   * @param value the only line of this field
   * @return the key, without white space around an unquoted key; may be empty
   * @throws IllegalArgumentException if {@code value} begins with a quote and is not one string, or
   *     if it has a character that is not printable ASCII
   */
  public static String parseLenient(String value) {
    String bare = value.strip();
    if (bare.startsWith("\"")) {
      return parse(bare);
    }
    for (int i = 0; i < bare.length(); i++) {
      if (!isPrintable(bare.charAt(i))) {
        throw invalid("has a character that is not printable ASCII at index " + i, null);
      }
    }
    return bare;
  }

  /** Returns true if a value contains no key: it is blank, or an empty or blank string. */
  static boolean isEmpty(String value) {
    String bare = value.strip();
    return bare.isEmpty() || EMPTY_STRING.matcher(bare).matches();
  }

  /** Returns true if a value contains a key, with or without quotes. */
  static boolean isKey(String value) {
    try {
      return !parseLenient(value).isBlank();
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  private static IllegalArgumentException invalid(String found, @Nullable Malformed cause) {
    return new IllegalArgumentException(
        NAME + " must be a string in quotes (RFC 9651, section 3.3.3), but " + found, cause);
  }

  private static boolean isPrintable(char c) {
    return c >= ' ' && c <= '~';
  }
}
