package dev.reprise.idempotency.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest that every Java platform has. */
final class Sha256 {

  static final int BYTES = 32;

  private Sha256() {}

  static byte[] of(byte[] bytes, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, 0, length);
      return digest.digest();
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
