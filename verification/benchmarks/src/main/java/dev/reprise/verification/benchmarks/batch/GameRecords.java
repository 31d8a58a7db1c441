package dev.reprise.verification.benchmarks.batch;

import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Game records of about 200 bytes. Each access creates the record, so that a million of them take
 * no memory. The same number always gives the same record.
 */
final class GameRecords extends AbstractList<Map<String, AttributeValue>> implements RandomAccess {

  /** The table's key. */
  static final String KEY = "id";

  private static final String PREFIX = "player-";
  private static final List<String> REALMS = List.of("ember", "frost", "tide", "gale", "root");

  private final int count;

  /**
   * @param count number of records
   */
  GameRecords(int count) {
    this.count = count;
  }

  @Override
  public Map<String, AttributeValue> get(int index) {
    Objects.checkIndex(index, count);
    long mixed = (index + 1) * 0x9E3779B97F4A7C15L;
    Map<String, AttributeValue> item = new HashMap<>();
    item.put(KEY, text(String.format(Locale.ROOT, PREFIX + "%09d", index)));
    item.put("realm", text(REALMS.get(index % REALMS.size())));
    item.put("level", number(1 + (mixed >>> 58)));
    item.put("experience", number(mixed >>> 30));
    item.put("lastSeen", text("2026-10-" + (10 + index % 20) + "T08:15:30Z"));
    item.put("premium", AttributeValue.fromBool(index % 7 == 0));
    item.put("inventory", AttributeValue.fromL(List.of(text("sword"), text("rope"), text("map"))));
    item.put("checksum", text(Long.toHexString(mixed) + Long.toHexString(~mixed)));
    return item;
  }

  /** Number of the record with this key; -1 if no record can have it. */
  static int indexOf(Map<String, AttributeValue> item) {
    AttributeValue id = item.get(KEY);
    if (id == null || id.s() == null || !id.s().startsWith(PREFIX)) {
      return -1;
    }
    try {
      return Integer.parseInt(id.s().substring(PREFIX.length()));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  @Override
  public int size() {
    return count;
  }

  private static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }

  private static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }
}
