package dev.reprise.internal.call;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Objects;
import java.util.UUID;

/**
 * Idempotency keys. New ones are UUIDs of version 7, RFC 9562 section 5.7: 48 bits of Unix time in
 * milliseconds, then 74 random bits.
 */
public final class CallKey {

  private static final int MAX_LENGTH = 255;

  private CallKey() {}

  /** Made at first use: seeding may take a while. */
  private static final class Source {
    static final SecureRandom RANDOM = new SecureRandom();
  }

  public static String next(InstantSource clock) {
    long version = 0x7000L | Source.RANDOM.nextInt(0x1000);
    long most = clock.millis() << 16 | version;
    long least = Source.RANDOM.nextLong() >>> 2 | 1L << 63;
    return new UUID(most, least).toString();
  }

  /** A caller's own key has to fit into a header field. */
  public static String checked(String key) {
    Objects.requireNonNull(key, "idempotencyKey");
    if (key.isEmpty() || key.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "idempotencyKey must have 1 to " + MAX_LENGTH + " characters, but had " + key.length());
    }
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if (c < ' ' || c > '~') {
        throw new IllegalArgumentException(
            String.format(
                "idempotencyKey must consist of printable ASCII, but has U+%04X at index %d",
                (int) c, i));
      }
    }
    return key;
  }
}
