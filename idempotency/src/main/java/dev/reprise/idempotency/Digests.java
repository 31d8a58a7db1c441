package dev.reprise.idempotency;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of bytes, and of several texts so that no two lists of texts are hashed alike. */
final class Digests {

  private Digests() {}

  static String of(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  /** Each text goes with its length before it: ("ab", "c") differs from ("a", "bc"). */
  static String ofParts(String... parts) {
    MessageDigest digest = sha256();
    for (String part : parts) {
      byte[] bytes = bytes(part);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      digest.update(bytes);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * UTF-8, in which half a surrogate pair takes three bytes that no other text has: an encoder of
   * the platform would write all of them as a question mark.
   */
  static byte[] bytes(String text) {
    if (StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    text.codePoints()
        .forEach(
            point ->
                bytes.writeBytes(
                    Character.getType(point) == Character.SURROGATE
                        ? threeBytes(point)
                        : Character.toString(point).getBytes(StandardCharsets.UTF_8)));
    return bytes.toByteArray();
  }

  private static byte[] threeBytes(int point) {
    return new byte[] {
      (byte) (0xE0 | (point >> 12)),
      (byte) (0x80 | ((point >> 6) & 0x3F)),
      (byte) (0x80 | (point & 0x3F))
    };
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
