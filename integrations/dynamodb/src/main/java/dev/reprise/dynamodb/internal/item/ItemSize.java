package dev.reprise.dynamodb.internal.item;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Size of an item as the service stores it, after "DynamoDB item sizes and formats" in its
 * developer guide, and in a request, in JSON.
 *
 * <p>The guide gives the size of numbers as approximate. Here a number has its smallest possible
 * size, so that no item is refused that the service would accept.
 */
public final class ItemSize {

  /** Largest item, in stored bytes. */
  public static final long MAX_STORED = 400 * 1024;

  private static final int CONTAINER = 3;
  private static final int ESCAPED = 6;

  /** Quotes, colon, comma and braces around an attribute and its type; of a write, its type too. */
  private static final int ATTRIBUTE = 12;

  private static final int REQUEST = 40;

  /** Of a boolean or null, in addition: an element of a list has no name to make up for it. */
  private static final int BOOLEAN = 4;

  private long stored;
  private long wire;

  private ItemSize() {}

  /** Measures an item. */
  public static ItemSize of(Map<String, AttributeValue> item) {
    ItemSize bytes = new ItemSize();
    bytes.wire += REQUEST;
    bytes.addMap(item);
    return bytes;
  }

  public long stored() {
    return stored;
  }

  public long wire() {
    return wire;
  }

  private void addMap(Map<String, AttributeValue> attributes) {
    attributes.forEach(
        (name, value) -> {
          addText(name);
          addValue(value);
        });
  }

  private void addValue(AttributeValue value) {
    wire += ATTRIBUTE;
    switch (ItemValues.type(value)) {
      case S -> addText(value.s());
      case N -> addNumber(value.n());
      case B -> addBinary(value.b());
      case SS -> value.ss().forEach(this::addText);
      case NS -> value.ns().forEach(this::addNumber);
      case BS -> value.bs().forEach(this::addBinary);
      case L -> addList(value.l());
      case M -> {
        stored += CONTAINER + value.m().size();
        addMap(value.m());
      }
      default -> {
        stored++;
        wire += BOOLEAN;
      }
    }
  }

  private void addList(Collection<AttributeValue> elements) {
    stored += CONTAINER + elements.size();
    elements.forEach(this::addValue);
  }

  private void addBinary(SdkBytes bytes) {
    int length = bytes.asByteArrayUnsafe().length;
    stored += length;
    wire += (length + 2L) / 3 * 4 + ATTRIBUTE;
  }

  private void addNumber(String text) {
    wire += text.length() + ATTRIBUTE;
    BigDecimal value = ItemNumber.valueOf(text);
    int digits = value == null ? 0 : value.precision();
    stored += 1 + (digits + 1) / 2;
  }

  private void addText(String text) {
    long bytes = 0;
    long escapes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isSurrogate(c) ? 2 : 3;
      escapes += c < ' ' || c == '"' || c == '\\' || c == 0x7f ? 1 : 0;
    }
    stored += bytes;
    wire += ATTRIBUTE + bytes + escapes * (ESCAPED - 1);
  }
}
