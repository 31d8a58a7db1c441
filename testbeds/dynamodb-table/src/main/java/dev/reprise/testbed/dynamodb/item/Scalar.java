package dev.reprise.testbed.dynamodb.item;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * A string, number or binary value in the service's order: strings and binaries by unsigned bytes,
 * numbers by value. Only values of one type are compared with each other, except the two bounds,
 * which are below and above all values.
 */
public final class Scalar implements Comparable<Scalar> {

  private static final byte[] NO_BYTES = {};

  static final Scalar LOWEST = new Scalar(-1, "", BigDecimal.ZERO, NO_BYTES);
  static final Scalar HIGHEST = new Scalar(1, "", BigDecimal.ZERO, NO_BYTES);

  private final int bound;
  private final String type;
  private final BigDecimal number;
  private final byte[] bytes;
  private final int hash;

  private Scalar(int bound, String type, BigDecimal number, byte[] bytes) {
    this.bound = bound;
    this.type = type;
    this.number = number;
    this.bytes = bytes;
    this.hash = 31 * number.stripTrailingZeros().hashCode() + Arrays.hashCode(bytes);
  }

  public static boolean isScalar(JsonNode value) {
    return value.has("S") || value.has("N") || value.has("B");
  }

  /**
   * Returns the scalar of an attribute value in stored form, for which {@link #isScalar} returns
   * true.
   */
  public static Scalar of(JsonNode value) {
    String type = AttributeValues.typeOf(value);
    return of(type, value.get(type).textValue());
  }

  public static Scalar of(String type, String text) {
    return switch (type) {
      case "N" -> new Scalar(0, type, new BigDecimal(text), NO_BYTES);
      case "B" -> new Scalar(0, type, BigDecimal.ZERO, Base64.getDecoder().decode(text));
      default -> new Scalar(0, type, BigDecimal.ZERO, text.getBytes(StandardCharsets.UTF_8));
    };
  }

  public String type() {
    return type;
  }

  /** Returns the value as the protocol writes it. */
  public String text() {
    return switch (type) {
      case "N" -> number.toPlainString();
      case "B" -> Base64.getEncoder().encodeToString(bytes);
      default -> new String(bytes, StandardCharsets.UTF_8);
    };
  }

  /** Returns the length in bytes of a string or binary; zero for a number. */
  public int length() {
    return bytes.length;
  }

  public boolean startsWith(Scalar prefix) {
    return type.equals(prefix.type)
        && bytes.length >= prefix.bytes.length
        && Arrays.equals(bytes, 0, prefix.bytes.length, prefix.bytes, 0, prefix.bytes.length);
  }

  @Override
  public int compareTo(Scalar other) {
    if (bound != other.bound) {
      return Integer.compare(bound, other.bound);
    }
    int byNumber = number.compareTo(other.number);
    return byNumber != 0 ? byNumber : Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Scalar scalar && type.equals(scalar.type) && compareTo(scalar) == 0;
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return type + ":" + text();
  }
}
