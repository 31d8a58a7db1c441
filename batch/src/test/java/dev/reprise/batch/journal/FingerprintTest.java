package dev.reprise.batch.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintTest {

  /** The bytes of xxHash's own sanity check (xxHash 0.8, {@code tests/sanity_test.c}). */
  private static byte[] sanityBytes(int length) {
    byte[] bytes = new byte[length];
    long generator = 2654435761L;
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (generator >>> 56);
      generator *= 0x9E3779B185EBCA8DL;
    }
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({
    "0, EF46DB3751D8E999",
    "1, E934A84ADB052768",
    "4, 9136A0DCA57457EE",
    "14, 8282DCC4994E35C8",
    "222, B641AE8CB691C174"
  })
  void matches_the_published_values_for_xxhash_sanity_bytes(int length, String expected) {
    assertThat(Long.toHexString(Fingerprint.of(sanityBytes(length))))
        .isEqualToIgnoringCase(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "a, d24ec4f1a98c6e5b",
    "abc, 44bc2cf5ad770999",
    "Nobody inspects the spammish repetition, fbcea83c8a378bf1"
  })
  void matches_the_published_values_for_words(String text, String expected) {
    assertThat(Long.toHexString(Fingerprint.of(text))).isEqualTo(expected);
  }

  @Test
  void does_not_depend_on_the_division_of_the_bytes() {
    Random random = new Random(7);
    for (int run = 0; run < 500; run++) {
      byte[] bytes = new byte[random.nextInt(200) / 8 * 8];
      random.nextBytes(bytes);
      Fingerprint fed = new Fingerprint();
      for (int at = 0; at < bytes.length; at += 8) {
        fed.add(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(at));
      }
      assertThat(fed.value()).isEqualTo(Fingerprint.of(bytes));
      byte[] shifted = new byte[bytes.length + 3];
      System.arraycopy(bytes, 0, shifted, 3, bytes.length);
      assertThat(Fingerprint.of(shifted, 3, bytes.length)).isEqualTo(fed.value());
    }
  }

  @Test
  void distinguishes_parts() {
    Set<Long> values = new HashSet<>();
    values.add(new Fingerprint().add("ab").add("c").value());
    values.add(new Fingerprint().add("a").add("bc").value());
    values.add(new Fingerprint().add("abc").value());
    values.add(new Fingerprint().add("abc").add("").value());
    values.add(new Fingerprint().add("").add("abc").value());
    assertThat(values).hasSize(5);
  }

  @Test
  void may_be_read_before_all_parts_are_added() {
    Fingerprint fingerprint = new Fingerprint().add("key");
    long first = fingerprint.value();
    assertThat(fingerprint.value()).isEqualTo(first);
    assertThat(fingerprint.add(1).value())
        .isEqualTo(new Fingerprint().add("key").add(1).value())
        .isNotEqualTo(first);
  }

  @Test
  void every_bit_counts() {
    byte[] bytes =
        "a sentence that is longer than one stripe of 32".getBytes(StandardCharsets.UTF_8);
    Set<Long> values = new HashSet<>();
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] changed = Arrays.copyOf(bytes, bytes.length);
      changed[bit / 8] ^= (byte) (1 << (bit % 8));
      values.add(Fingerprint.of(changed));
    }
    assertThat(values).hasSize(bytes.length * 8).doesNotContain(Fingerprint.of(bytes));
  }

  @Test
  void rejects_bytes_outside_the_array() {
    assertThatThrownBy(() -> Fingerprint.of(new byte[4], 2, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
