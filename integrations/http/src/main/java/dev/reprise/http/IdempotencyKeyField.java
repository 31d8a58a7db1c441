package dev.reprise.http;

import dev.reprise.http.internal.StructuredField;
import dev.reprise.http.internal.StructuredField.Item;
import dev.reprise.http.internal.StructuredField.ItemType;
import dev.reprise.http.internal.StructuredField.Malformed;
import org.jspecify.annotations.Nullable;

/**
 * The header field by which a receiver knows a request that is sent again
 * (draft-ietf-httpapi-idempotency-key-header, section 2.1): an item of structured fields whose
 * value is a string, such as
 *
 * <pre>Idempotency-Key: "8e03978e-40d5-43e8-bc93-6894a57f9324"</pre>
 */
public final class IdempotencyKeyField {

  /** The name of the field: {@value}. */
  public static final String NAME = "Idempotency-Key";

  private IdempotencyKeyField() {}

  /**
   * Writes a key as a string of structured fields (RFC 9651, section 4.1.6).
   *
   * @param key printable ASCII
   * @return in quotes, with backslashes before quotes and backslashes
   * @throws IllegalArgumentException if {@code key} has another character
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
   * Reads the value of the field as the draft demands it. Parameters may follow the string; the
   * draft defines none, so they mean nothing.
   *
   * @param value of the only line of this field
   * @return the key without quotes and escapes; may be empty
   * @throws IllegalArgumentException if {@code value} is not one string; the message says what it
   *     is in its place, or where it is malformed, and does not contain it
   */
  public static String parse(String value) {
    Item item;
    try {
      item = StructuredField.item(value);
    } catch (Malformed malformed) {
      throw wrong("has " + malformed.getMessage(), malformed);
    }
    if (item.bare().type() != ItemType.STRING) {
      throw wrong("was " + item.bare().type(), null);
    }
    return item.bare().text();
  }

  /**
   * Reads the value of the field as {@link #parse}, and takes one that does not begin with a quote
   * as it is, as many clients send it that are older than the draft.
   *
   * @param value of the only line of this field
   * @return the key; blanks around an unquoted one are taken off; may be empty
   * @throws IllegalArgumentException if {@code value} begins with a quote and is not one string, or
   *     if it has other characters than printable ASCII
   */
  public static String parseLenient(String value) {
    String bare = value.strip();
    if (bare.startsWith("\"")) {
      return parse(bare);
    }
    for (int i = 0; i < bare.length(); i++) {
      if (!isPrintable(bare.charAt(i))) {
        throw wrong("has a character that no key may have at index " + i, null);
      }
    }
    return bare;
  }

  /** Whether a value names no request: blank, or a string of nothing or of blanks. */
  static boolean isEmpty(String value) {
    String bare = value.strip();
    return bare.isEmpty() || bare.matches("\"\\s*\"");
  }

  /** Whether a receiver can know a request by a value, be it in quotes or not. */
  static boolean isKey(String value) {
    try {
      return !parseLenient(value).isBlank();
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  private static IllegalArgumentException wrong(String what, @Nullable Malformed cause) {
    return new IllegalArgumentException(
        NAME + " must be a string in quotes (RFC 9651, section 3.3.3), but " + what, cause);
  }

  private static boolean isPrintable(char c) {
    return c >= ' ' && c <= '~';
  }
}
