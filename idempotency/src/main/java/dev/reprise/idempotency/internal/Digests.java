package dev.reprise.idempotency.internal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digests of bytes, and of lists of texts. */
public final class Digests {

  /** Length of a digest in bytes. */
  public static final int BYTES = 32;

  private Digests() {}

  /** Returns the SHA-256 digest of the first bytes of an array. */
  public static byte[] sha256(byte[] bytes, int length) {
    MessageDigest digest = sha256();
    digest.update(bytes, 0, length);
    return digest.digest();
  }

  /** Returns the digest in lower-case hexadecimal digits. */
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  /**
   * Returns the digest of several texts in hexadecimal digits. The length of each text is digested
   * with it, so that ("ab", "c") and ("a", "bc") have different digests.
   */
  public static String ofParts(String... parts) {
    MessageDigest digest = sha256();
    for (String part : parts) {
      byte[] bytes = bytes(part);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      digest.update(bytes);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Encodes a text in UTF-8. An unpaired surrogate is encoded in three bytes, so that two different
   * texts have different bytes: the encoder of the platform would replace each one by a question
   * mark.
   */
  public static byte[] bytes(String text) {
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
