package dev.reprise.jdbc.internal.store;

import java.util.Objects;

/** Checks of the arguments of store calls. */
public final class ArgumentChecks {

  private static final int KEY_LENGTH = 64;

  private ArgumentChecks() {}

  public static void checkKey(String key) {
    Objects.requireNonNull(key, "key");
    if (key.length() != KEY_LENGTH || !key.chars().allMatch(ArgumentChecks::isHexDigit)) {
      throw new IllegalArgumentException(
          "key must be a digest of 64 lower-case hexadecimal digits, but has "
              + key.length()
              + " characters, or invalid ones");
    }
  }

  private static boolean isHexDigit(int character) {
    return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f');
  }

  public static void checkAtMost(int atMost) {
    if (atMost < 1) {
      throw new IllegalArgumentException("atMost must be at least 1, but was " + atMost);
    }
  }
}
