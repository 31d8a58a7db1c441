package dev.reprise.dynamodb.items;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Random items of all types. */
public final class Items {

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "1.50",
          "99999999999999999999999999999999999999",
          "-0.00000000000000000000000000000000000001",
          "1E+125",
          "1E+2",
          "1.0",
          "-0",
          "-0.0",
          "1e2",
          "NaN",
          "9.9999999999999999999999999999999999999E-130",
          "+7",
          ".5",
          "007");
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "a",
          "S",
          "Item",
          "caf\u00e9",
          "\u0000\n\r\t\"\\/",
          "\ud83d\ude00",
          "\u2028\ufeff\uffff",
          "{\"S\":\"x\"}",
          "\ud83d",
          "\ude00x");

  private final SplittableRandom random;

  public Items(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A random item with a key. */
  public Map<String, AttributeValue> item() {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("id", AttributeValue.fromS(text()));
    item.putAll(map(0));
    return item;
  }

  /** Attributes that need not include a key. */
  Map<String, AttributeValue> map(int depth) {
    Map<String, AttributeValue> map = new LinkedHashMap<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      map.put(name(), value(depth + 1));
    }
    return map;
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  /** Names are UTF-8, which has no unpaired surrogates. */
  private String name() {
    return TEXTS.get(random.nextInt(TEXTS.size() - 2));
  }

  private String number() {
    return NUMBERS.get(random.nextInt(NUMBERS.size()));
  }

  private SdkBytes binary() {
    byte[] bytes = new byte[random.nextInt(5)];
    random.nextBytes(bytes);
    return SdkBytes.fromByteArray(bytes);
  }

  private <T> List<T> some(Supplier<T> one) {
    List<T> all = new ArrayList<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      all.add(one.get());
    }
    return all;
  }

  private AttributeValue value(int depth) {
    return switch (random.nextInt(depth > 30 ? 8 : 12)) {
      case 0 -> AttributeValue.fromS(text());
      case 1 -> AttributeValue.fromN(number());
      case 2 -> AttributeValue.fromB(binary());
      case 3 -> AttributeValue.fromBool(random.nextBoolean());
      case 4 -> AttributeValue.fromNul(true);
      case 5 -> AttributeValue.fromSs(some(this::text));
      case 6 -> AttributeValue.fromNs(some(this::number));
      case 7 -> AttributeValue.fromBs(some(this::binary));
      case 8, 9 -> AttributeValue.fromL(some(() -> value(depth + 1)));
      default -> AttributeValue.fromM(map(depth));
    };
  }
}
