package dev.reprise.testbed.dynamodb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How much of the capacity an answer tells the client it consumed. */
enum Consumption {
  NONE,
  TOTAL,
  INDEXES;

  static final String PARAMETER = "ReturnConsumedCapacity";
  private static final List<String> NAMES = List.of("INDEXES", "TOTAL", "NONE");

  static void check(Fields fields, Constraints constraints) {
    constraints.oneOf("returnConsumedCapacity", fields.text(PARAMETER), NAMES);
  }

  /** The wish of a request that passed {@link #check}. */
  static Consumption of(Fields fields) {
    @Nullable String wish = fields.text(PARAMETER);
    return wish == null ? NONE : valueOf(wish);
  }

  void addTo(ObjectNode answer, String table, long halves) {
    if (this != NONE) {
      answer.set("ConsumedCapacity", of(table, halves));
    }
  }

  /** What a transaction consumed; the service tells its reads and writes apart. */
  ObjectNode ofTransaction(String table, long halves, boolean write) {
    String detail = write ? "WriteCapacityUnits" : "ReadCapacityUnits";
    double units = CapacityUnits.toUnits(halves);
    ObjectNode consumed = of(table, halves).put(detail, units);
    if (consumed.get("Table") instanceof ObjectNode part) {
      part.put(detail, units);
    }
    return consumed;
  }

  ObjectNode of(String table, long halves) {
    double units = CapacityUnits.toUnits(halves);
    ObjectNode consumed = Json.object().put("TableName", table).put("CapacityUnits", units);
    if (this == INDEXES) {
      consumed.putObject("Table").put("CapacityUnits", units);
    }
    return consumed;
  }
}
