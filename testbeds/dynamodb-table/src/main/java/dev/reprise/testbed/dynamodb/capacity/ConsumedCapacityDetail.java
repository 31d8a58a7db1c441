package dev.reprise.testbed.dynamodb.capacity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.protocol.Constraints;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The detail in which a response reports the capacity that it consumed. */
public enum ConsumedCapacityDetail {
  NONE,
  TOTAL,
  INDEXES;

  public static final String PARAMETER = "ReturnConsumedCapacity";
  private static final List<String> NAMES = List.of("INDEXES", "TOTAL", "NONE");

  public static void check(Fields fields, Constraints constraints) {
    constraints.oneOf("returnConsumedCapacity", fields.text(PARAMETER), NAMES);
  }

  /** Returns the detail that a request selects, after {@link #check}. */
  public static ConsumedCapacityDetail of(Fields fields) {
    @Nullable String wish = fields.text(PARAMETER);
    return wish == null ? NONE : valueOf(wish);
  }

  public void addTo(ObjectNode answer, String table, long halves) {
    if (this != NONE) {
      answer.set("ConsumedCapacity", of(table, halves));
    }
  }

  /**
   * Returns the capacity that a transaction consumed; the service reports its reads and writes
   * separately.
   */
  public ObjectNode ofTransaction(String table, long halves, boolean write) {
    String detail = write ? "WriteCapacityUnits" : "ReadCapacityUnits";
    double units = CapacityUnits.toUnits(halves);
    ObjectNode consumed = of(table, halves).put(detail, units);
    if (consumed.get("Table") instanceof ObjectNode part) {
      part.put(detail, units);
    }
    return consumed;
  }

  public ObjectNode of(String table, long halves) {
    double units = CapacityUnits.toUnits(halves);
    ObjectNode consumed = Json.object().put("TableName", table).put("CapacityUnits", units);
    if (this == INDEXES) {
      consumed.putObject("Table").put("CapacityUnits", units);
    }
    return consumed;
  }
}
