package dev.reprise.batch.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A 64-bit hash of the content of an item, equal on every JVM: XXH64 with seed 0 (xxHash
 * specification 0.1.1, "XXH64 algorithm description"). Two different items have the same hash with
 * a probability of 2<sup>-64</sup>. The hash does not protect against items that are constructed to
 * collide.
 *
 * <p>Add the parts of an item one by one. The boundaries between parts count: "ab" and "c" differs
 * from "a" and "bc".
 *
 * <pre>{@code
 * new Fingerprint().add(order.id()).add(order.amount()).value()
 * }</pre>
 *
 * <p>Not safe for use by several threads at a time.
 */
public final class Fingerprint {

  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int STRIPE = 32;

  private final byte[] pending = new byte[STRIPE];
  private final byte[] number = new byte[Long.BYTES];
  private int pendingLength;
  private long total;
  private long lane1 = 0x60EA27EEADC0B5D6L; // P1 + P2
  private long lane2 = P2;
  private long lane3;
  private long lane4 = 0x61C8864E7A143579L; // -P1

  /** Creates a fingerprint without parts. */
  public Fingerprint() {}

  /**
   * Returns the fingerprint of bytes.
   *
   * @param bytes any number of bytes
   * @return their XXH64
   */
  public static long of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /**
   * Returns the fingerprint of a part of an array.
   *
   * @param bytes the array
   * @param offset the index of the first byte, at least 0
   * @param length the number of bytes, at least 0
   * @return their XXH64
   * @throws IndexOutOfBoundsException if the range is not in the array
   */
  public static long of(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    Fingerprint fingerprint = new Fingerprint();
    fingerprint.feed(bytes, offset, length);
    return fingerprint.value();
  }

  /**
   * Returns the fingerprint of a text.
   *
   * @param text any text
   * @return the XXH64 of its UTF-8
   */
  public static long of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Adds a text.
   *
   * @param text the next part; hashed as the length of its UTF-8 form in bytes, and that form
   * @return this
   */
  public Fingerprint add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Adds bytes.
   *
   * @param bytes the next part; hashed as the number of bytes, and the bytes
   * @return this
   */
  public Fingerprint add(byte[] bytes) {
    add(bytes.length);
    feed(bytes, 0, bytes.length);
    return this;
  }

  /**
   * Adds a number.
   *
   * @param value the next part, any number; hashed as 8 bytes, the least significant first
   * @return this
   */
  public Fingerprint add(long value) {
    LONGS.set(number, 0, value);
    feed(number, 0, number.length);
    return this;
  }

  private void feed(byte[] bytes, int offset, int length) {
    total += length;
    int at = offset;
    int end = offset + length;
    if (pendingLength > 0) {
      int fitting = Math.min(length, STRIPE - pendingLength);
      System.arraycopy(bytes, at, pending, pendingLength, fitting);
      pendingLength += fitting;
      at += fitting;
      if (pendingLength < STRIPE) {
        return;
      }
      stripe(pending, 0);
    }
    while (end - at >= STRIPE) {
      stripe(bytes, at);
      at += STRIPE;
    }
    pendingLength = end - at;
    System.arraycopy(bytes, at, pending, 0, pendingLength);
  }

  private void stripe(byte[] bytes, int at) {
    lane1 = round(lane1, (long) LONGS.get(bytes, at));
    lane2 = round(lane2, (long) LONGS.get(bytes, at + 8));
    lane3 = round(lane3, (long) LONGS.get(bytes, at + 16));
    lane4 = round(lane4, (long) LONGS.get(bytes, at + 24));
  }

  /**
   * Returns the fingerprint of all parts so far; more may be added afterwards.
   *
   * @return their XXH64
   */
  public long value() {
    long hash = total < STRIPE ? P5 : converged();
    hash += total;
    int at = 0;
    for (; pendingLength - at >= 8; at += 8) {
      hash ^= round(0, (long) LONGS.get(pending, at));
      hash = Long.rotateLeft(hash, 27) * P1 + P4;
    }
    for (; pendingLength - at >= 4; at += 4) {
      hash ^= ((int) INTS.get(pending, at) & 0xFFFF_FFFFL) * P1;
      hash = Long.rotateLeft(hash, 23) * P2 + P3;
    }
    for (; at < pendingLength; at++) {
      hash ^= (pending[at] & 0xFF) * P5;
      hash = Long.rotateLeft(hash, 11) * P1;
    }
    return avalanche(hash);
  }

  private long converged() {
    long hash =
        Long.rotateLeft(lane1, 1)
            + Long.rotateLeft(lane2, 7)
            + Long.rotateLeft(lane3, 12)
            + Long.rotateLeft(lane4, 18);
    hash = merge(hash, lane1);
    hash = merge(hash, lane2);
    hash = merge(hash, lane3);
    return merge(hash, lane4);
  }

  private static long merge(long hash, long lane) {
    return (hash ^ round(0, lane)) * P1 + P4;
  }

  private static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * P2, 31) * P1;
  }

  private static long avalanche(long value) {
    long hash = value;
    hash = (hash ^ (hash >>> 33)) * P2;
    hash = (hash ^ (hash >>> 29)) * P3;
    return hash ^ (hash >>> 32);
  }
}
