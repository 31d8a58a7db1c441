package dev.reprise.testbed.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * A string, number or binary value in the service's order: strings and binaries by unsigned bytes,
 * numbers by value. Only values of one type are ever ordered against each other, but for the two
 * bounds, which lie below and above all of them.
 */
final class Scalar implements Comparable<Scalar> {

  static final Scalar LOWEST = new Scalar(-1, "", "", BigDecimal.ZERO, new byte[0]);
  static final Scalar HIGHEST = new Scalar(1, "", "", BigDecimal.ZERO, new byte[0]);

  private final int bound;
  private final String type;
  private final String text;
  private final BigDecimal number;
  private final byte[] bytes;
  private final int hash;

  private Scalar(int bound, String type, String text, BigDecimal number, byte[] bytes) {
    this.bound = bound;
    this.type = type;
    this.text = text;
    this.number = number;
    this.bytes = bytes;
    this.hash = 31 * number.stripTrailingZeros().hashCode() + Arrays.hashCode(bytes);
  }

  static boolean isScalar(JsonNode value) {
    return value.has("S") || value.has("N") || value.has("B");
  }

  /** The scalar of an attribute value in stored form, for which {@link #isScalar} holds. */
  static Scalar of(JsonNode value) {
    String type = AttributeValues.typeOf(value);
    return of(type, value.get(type).textValue());
  }

  static Scalar of(String type, String text) {
    return switch (type) {
      case "N" -> new Scalar(0, type, text, new BigDecimal(text), new byte[0]);
      case "B" -> new Scalar(0, type, text, BigDecimal.ZERO, Base64.getDecoder().decode(text));
      default -> new Scalar(0, type, text, BigDecimal.ZERO, text.getBytes(StandardCharsets.UTF_8));
    };
  }

  String type() {
    return type;
  }

  String text() {
    return text;
  }

  /** The length in bytes of a string or binary; zero for a number. */
  int length() {
    return bytes.length;
  }

  boolean startsWith(Scalar prefix) {
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
    return type + ":" + text;
  }
}
