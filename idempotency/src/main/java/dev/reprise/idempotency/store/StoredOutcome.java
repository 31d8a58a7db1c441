package dev.reprise.idempotency.store;

import java.util.Arrays;

/** An encoded outcome: bytes that a store does not interpret. Immutable, equal by content. */
public final class StoredOutcome {

  private final byte[] bytes;

  private StoredOutcome(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * An outcome of these bytes.
   *
   * @param bytes the bytes, also none; copied
   * @return the outcome
   */
  public static StoredOutcome of(byte[] bytes) {
    return new StoredOutcome(bytes.clone());
  }

  /**
   * The content.
   *
   * @return a copy
   */
  public byte[] bytes() {
    return bytes.clone();
  }

  /**
   * The number of bytes.
   *
   * @return at least 0
   */
  public int size() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredOutcome outcome && Arrays.equals(bytes, outcome.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /**
   * The size. The content is omitted, since it may be confidential.
   *
   * @return {@code 120 bytes}
   */
  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
