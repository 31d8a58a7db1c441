package dev.reprise.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CallKeyTest {

  private static final int KEYS = 1_000_000;

  /** RFC 9562, appendix A.6: the example of a UUID of version 7. */
  private static final UUID EXAMPLE = UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");

  private static final long TIME_OF_EXAMPLE = 0x017F22E279B0L;

  @Test
  void has_time_version_and_variant_as_the_rfc_requires() {
    UUID key = UUID.fromString(CallKey.next(at(TIME_OF_EXAMPLE)));

    assertEquals(EXAMPLE.getMostSignificantBits() >>> 12, key.getMostSignificantBits() >>> 12);
    assertEquals(7, key.version());
    assertEquals(EXAMPLE.variant(), key.variant());
    assertEquals("017f22e2-79b0-7", key.toString().substring(0, 15));
  }

  @Test
  void draws_each_of_the_other_74_bits() {
    long mostOnes = 0;
    long mostZeros = 0;
    long leastOnes = 0;
    long leastZeros = 0;
    for (int i = 0; i < 1_000; i++) {
      UUID key = UUID.fromString(CallKey.next(at(0)));
      mostOnes |= key.getMostSignificantBits();
      mostZeros |= ~key.getMostSignificantBits();
      leastOnes |= key.getLeastSignificantBits();
      leastZeros |= ~key.getLeastSignificantBits();
    }
    long drawn = Long.bitCount(mostOnes & mostZeros) + Long.bitCount(leastOnes & leastZeros);
    assertEquals(74, drawn);
    assertEquals(0xFFF, mostOnes & mostZeros);
    assertEquals(-1L >>> 2, leastOnes & leastZeros);
  }

  @Test
  void a_million_keys_differ_and_their_times_never_decrease() {
    Set<String> keys = new HashSet<>(KEYS * 2);
    String before = "";
    for (int i = 0; i < KEYS; i++) {
      String key = CallKey.next(at(TIME_OF_EXAMPLE + i / 1_000));
      assertTrue(keys.add(key), key);
      String time = key.substring(0, 13);
      assertTrue(before.compareTo(time) <= 0, time);
      before = time;
    }
  }

  @Test
  void keeps_its_layout_with_a_clock_before_1970_or_far_in_the_future() {
    for (long millis : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 48}) {
      UUID key = UUID.fromString(CallKey.next(new Millis(millis)));
      assertEquals(7, key.version());
      assertEquals(2, key.variant());
    }
  }

  private record Millis(long millis) implements InstantSource {
    @Override
    public Instant instant() {
      throw new UnsupportedOperationException();
    }
  }

  private static InstantSource at(long millis) {
    return InstantSource.fixed(Instant.ofEpochMilli(millis));
  }

  @Test
  void a_key_of_the_caller_has_1_to_255_characters() {
    assertEquals("k", CallKey.checked("k"));
    assertEquals(255, CallKey.checked("k".repeat(255)).length());
    assertEquals(
        "idempotencyKey must have 1 to 255 characters, but had 0",
        assertThrows(IllegalArgumentException.class, () -> CallKey.checked("")).getMessage());
    assertEquals(
        "idempotencyKey must have 1 to 255 characters, but had 256",
        assertThrows(IllegalArgumentException.class, () -> CallKey.checked("k".repeat(256)))
            .getMessage());
  }

  @Test
  void a_key_of_the_caller_is_valid_in_a_header() {
    assertEquals(" order/7 ~\"\\", CallKey.checked(" order/7 ~\"\\"));
    assertEquals(
        "idempotencyKey must consist of printable ASCII, but has U+000A at index 5",
        assertThrows(IllegalArgumentException.class, () -> CallKey.checked("order\n"))
            .getMessage());
    for (String key : new String[] {"\u007f", "\u00e9", "\0", "\ud83d\ude00"}) {
      assertThrows(IllegalArgumentException.class, () -> CallKey.checked(key));
    }
  }

  @Test
  @SuppressWarnings("NullAway") // the mistake of a careless caller
  void a_null_key_is_reported_by_name() {
    Retry retry = Retry.none();
    assertEquals(
        "idempotencyKey",
        assertThrows(NullPointerException.class, () -> retry.withIdempotencyKey(null))
            .getMessage());
  }

  @Test
  void is_not_created_from_a_seed() {
    assertNotEquals(CallKey.next(at(0)), CallKey.next(at(0)));
    assertFalse(CallKey.next(at(0)).contains(" "));
  }
}
