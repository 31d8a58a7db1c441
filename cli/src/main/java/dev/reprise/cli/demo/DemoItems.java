package dev.reprise.cli.demo;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Events of orders, each less than 1 KB: one write unit, half a read unit. */
final class DemoItems {

  private static final List<String> STAGES =
      List.of("1-placed", "2-paid", "3-packed", "4-shipped", "5-delivered");
  private static final Instant FIRST_ORDER = Instant.parse("2026-01-01T08:00:00Z");
  private static final int SECONDS_BETWEEN = 4_217;
  private static final int CENTS = 19_900;

  private DemoItems() {}

  static List<Map<String, AttributeValue>> of(int count) {
    List<Map<String, AttributeValue>> items = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      items.add(item(i / STAGES.size(), i % STAGES.size()));
    }
    return items;
  }

  private static Map<String, AttributeValue> item(int order, int stage) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("id", text(String.format(Locale.ROOT, "order-%05d", order)));
    item.put("stage", text(STAGES.get(stage)));
    item.put("customer", text("customer-" + order * 31L % 997));
    item.put(
        "at", text(FIRST_ORDER.plusSeconds((long) SECONDS_BETWEEN * (order + stage)).toString()));
    item.put("cents", AttributeValue.fromN(Long.toString(1 + order * 7_919L % CENTS)));
    item.put("gift", AttributeValue.fromBool(order % 9 == 0));
    item.put(
        "tags", AttributeValue.fromL(List.of(text("web"), text(order % 2 == 0 ? "new" : "known"))));
    return item;
  }

  private static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }
}
