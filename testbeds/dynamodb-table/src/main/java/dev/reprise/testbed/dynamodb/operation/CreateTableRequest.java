package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.item.KeySchema;
import dev.reprise.testbed.dynamodb.protocol.Constraints;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import dev.reprise.testbed.dynamodb.storage.TableDescription;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and checks CreateTable requests. On-demand tables get the server's default units. */
public final class CreateTableRequest {

  private static final Set<String> PARAMETERS =
      Set.of(
          "TableName", "AttributeDefinitions", "KeySchema", "BillingMode", "ProvisionedThroughput");
  public static final long MOST_UNITS = 1_000_000_000_000L;
  private static final String ON_DEMAND = "PAY_PER_REQUEST";
  private static final String READS = "ReadCapacityUnits";
  private static final String WRITES = "WriteCapacityUnits";

  private final long defaultReadUnits;
  private final long defaultWriteUnits;
  private final InstantSource clock;

  public CreateTableRequest(long defaultReadUnits, long defaultWriteUnits, InstantSource clock) {
    this.defaultReadUnits = defaultReadUnits;
    this.defaultWriteUnits = defaultWriteUnits;
    this.clock = clock;
  }

  private record KeyElement(@Nullable String name, @Nullable String keyType) {}

  TableDescription read(Fields request) {
    request.accepting(PARAMETERS);
    String name = Constraints.requiredTableName(request.text("TableName"));
    String billing = request.text("BillingMode");
    Fields units = nested(request, "ProvisionedThroughput");
    Map<String, String> types = types(request.list("AttributeDefinitions"));
    List<KeyElement> keys = keys(request.list("KeySchema"));
    checkFields(request, billing, units, keys);
    boolean onDemand = ON_DEMAND.equals(billing);
    checkUnits(onDemand, units);
    return new TableDescription(
        name,
        schema(keys, types),
        onDemand,
        units == null ? defaultReadUnits : required(units, READS),
        units == null ? defaultWriteUnits : required(units, WRITES),
        clock.instant());
  }

  private static void checkFields(
      Fields request, @Nullable String billing, @Nullable Fields units, List<KeyElement> keys) {
    Constraints constraints = new Constraints();
    constraints
        .notNull("attributeDefinitions", request.list("AttributeDefinitions"))
        .notNull("keySchema", request.list("KeySchema"))
        .oneOf("billingMode", billing, List.of("PROVISIONED", ON_DEMAND));
    if (request.has("KeySchema")) {
      constraints
          .atLeast("keySchema", keys, keys.size(), 1)
          .atMost("keySchema", keys, keys.size(), 2);
    }
    for (int i = 0; i < keys.size(); i++) {
      String path = "keySchema." + (i + 1) + ".member.";
      constraints
          .notNull(path + "attributeName", keys.get(i).name())
          .notNull(path + "keyType", keys.get(i).keyType())
          .oneOf(path + "keyType", keys.get(i).keyType(), List.of("HASH", "RANGE"));
    }
    if (units != null) {
      checkUnit(constraints, "writeCapacityUnits", units.number(WRITES));
      checkUnit(constraints, "readCapacityUnits", units.number(READS));
    }
    constraints.verify();
  }

  private static void checkUnit(Constraints constraints, String name, @Nullable Long units) {
    String path = "provisionedThroughput." + name;
    constraints.notNull(path, units).atLeast(path, units, 1);
  }

  private static void checkUnits(boolean onDemand, @Nullable Fields units) {
    if (onDemand && units != null) {
      throw ServiceError.invalidParameter(
          "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is"
              + " PAY_PER_REQUEST");
    }
    if (!onDemand && units == null) {
      throw ServiceError.invalidParameter(
          "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is"
              + " PROVISIONED");
    }
    for (String name : units == null ? List.<String>of() : List.of(READS, WRITES)) {
      long value = required(units, name);
      if (value > MOST_UNITS) {
        throw ServiceError.validation(
            "Given value " + value + " for " + name + " is out of bounds");
      }
    }
  }

  private static long required(@Nullable Fields units, String name) {
    Long value = units == null ? null : units.number(name);
    if (value == null) {
      throw new IllegalStateException(name + " was checked before");
    }
    return value;
  }

  private static Map<String, String> types(@Nullable ArrayNode definitions) {
    Map<String, String> types = new LinkedHashMap<>();
    Constraints constraints = new Constraints();
    for (Fields definition : elements("AttributeDefinition", definitions)) {
      definition.accepting(Set.of("AttributeName", "AttributeType"));
      String name = definition.text("AttributeName");
      String type = definition.text("AttributeType");
      String path = "attributeDefinitions." + (types.size() + 1) + ".member.attribute";
      constraints
          .notNull(path + "Name", name)
          .notNull(path + "Type", type)
          .oneOf(path + "Type", type, List.of("B", "N", "S"));
      types.put(String.valueOf(name), String.valueOf(type));
    }
    constraints.verify();
    return types;
  }

  private static List<KeyElement> keys(@Nullable ArrayNode schema) {
    List<KeyElement> keys = new ArrayList<>();
    for (Fields element : elements("KeySchemaElement", schema)) {
      element.accepting(Set.of("AttributeName", "KeyType"));
      keys.add(new KeyElement(element.text("AttributeName"), element.text("KeyType")));
    }
    return keys;
  }

  private static KeySchema schema(List<KeyElement> keys, Map<String, String> types) {
    List<String> names = keys.stream().map(KeyElement::name).map(String::valueOf).toList();
    if (!types.keySet().containsAll(names)) {
      throw ServiceError.invalidParameter(
          "Some index key attributes are not defined in AttributeDefinitions. Keys: "
              + names
              + ", AttributeDefinitions: "
              + types.keySet());
    }
    if (names.size() == 2 && names.get(0).equals(names.get(1))) {
      throw ServiceError.validation(
          "Both the Hash Key and the Range Key element in the KeySchema have the same name");
    }
    checkKeyType(keys, 0, "first", "HASH");
    checkKeyType(keys, 1, "second", "RANGE");
    if (names.size() != types.size()) {
      throw ServiceError.invalidParameter(
          "Number of attributes in KeySchema does not exactly match number of attributes defined in"
              + " AttributeDefinitions");
    }
    return new KeySchema(
        attribute(names.get(0), types), names.size() == 1 ? null : attribute(names.get(1), types));
  }

  private static void checkKeyType(
      List<KeyElement> keys, int index, String ordinal, String expected) {
    if (index < keys.size() && !expected.equals(keys.get(index).keyType())) {
      throw ServiceError.validation(
          "Invalid KeySchema: The "
              + ordinal
              + " KeySchemaElement is not a "
              + expected
              + " key type");
    }
  }

  private static KeySchema.Attribute attribute(String name, Map<String, String> types) {
    return new KeySchema.Attribute(name, types.getOrDefault(name, "S"));
  }

  private static @Nullable Fields nested(Fields request, String name) {
    ObjectNode node = request.map(name);
    return node == null ? null : new Fields(name, node).accepting(Set.of(READS, WRITES));
  }

  private static List<Fields> elements(String type, @Nullable ArrayNode list) {
    List<Fields> elements = new ArrayList<>();
    if (list != null) {
      for (JsonNode element : list) {
        elements.add(new Fields(type, Fields.asMap(element)));
      }
    }
    return elements;
  }
}
