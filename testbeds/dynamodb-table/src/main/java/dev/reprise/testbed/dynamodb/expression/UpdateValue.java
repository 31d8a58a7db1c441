package dev.reprise.testbed.dynamodb.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.item.AttributeValues;
import dev.reprise.testbed.dynamodb.item.Numbers;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.math.BigDecimal;
import java.util.Iterator;

/** The value that an update assigns, computed from the item before the update. */
public sealed interface UpdateValue {

  /**
   * Returns the value in stored form.
   *
   * @throws ServiceError if the item has no value there, or a value of the wrong type
   */
  JsonNode in(ObjectNode item);

  /** A value from the request, or from another place in the item. */
  record Plain(Operand operand) implements UpdateValue {
    @Override
    public JsonNode in(ObjectNode item) {
      JsonNode value = operand.in(item);
      if (value == null) {
        throw ServiceError.validation(
            "The provided expression refers to an attribute that does not exist in the item");
      }
      return value;
    }
  }

  /** The value at a path, or a default if the item has no value there. */
  record IfNotExists(Operand.Path path, UpdateValue otherwise) implements UpdateValue {
    @Override
    public JsonNode in(ObjectNode item) {
      JsonNode value = path.in(item);
      return value == null ? otherwise.in(item) : value;
    }
  }

  /** The sum or the difference of two numbers. */
  record Sum(UpdateValue left, UpdateValue right, boolean minus) implements UpdateValue {
    @Override
    public JsonNode in(ObjectNode item) {
      return sum(left.in(item), right.in(item), minus);
    }
  }

  /** The concatenation of two lists. */
  record ListAppend(UpdateValue first, UpdateValue second) implements UpdateValue {
    @Override
    public JsonNode in(ObjectNode item) {
      ArrayNode all = Json.array();
      all.addAll(elements("L", first.in(item)));
      all.addAll(elements("L", second.in(item)));
      return Json.object().set("L", all);
    }
  }

  /** A set with the elements of another set added. */
  record SetAdd(UpdateValue set, UpdateValue other) implements UpdateValue {
    @Override
    public JsonNode in(ObjectNode item) {
      return change(set.in(item), other.in(item), false);
    }
  }

  /** Returns the sum or the difference of two numbers. */
  static ObjectNode sum(JsonNode left, JsonNode right, boolean minus) {
    BigDecimal a = new BigDecimal(content("N", left).textValue());
    BigDecimal b = new BigDecimal(content("N", right).textValue());
    String sum = (minus ? a.subtract(b) : a.add(b)).toString();
    return Json.object().put("N", Numbers.normalise(sum));
  }

  /**
   * Returns a set with the elements of another set of its type added or removed; the result may be
   * empty.
   */
  static ObjectNode change(JsonNode set, JsonNode other, boolean minus) {
    String type = AttributeValues.typeOf(set);
    if (!AttributeValues.isSet(type)) {
      throw wrongType();
    }
    ArrayNode elements = elements(type, set).deepCopy();
    ArrayNode others = elements(type, other);
    for (Iterator<JsonNode> each = elements.iterator(); each.hasNext(); ) {
      if (contains(others, each.next())) {
        each.remove();
      }
    }
    if (minus) {
      return Json.object().set(type, elements);
    }
    return AttributeValues.normalise(Json.object().set(type, elements.addAll(others)));
  }

  private static boolean contains(ArrayNode elements, JsonNode wanted) {
    for (JsonNode element : elements) {
      if (element.equals(wanted)) {
        return true;
      }
    }
    return false;
  }

  private static ArrayNode elements(String type, JsonNode value) {
    return Fields.asList(content(type, value));
  }

  private static JsonNode content(String type, JsonNode value) {
    JsonNode content = value.get(type);
    if (content == null) {
      throw wrongType();
    }
    return content;
  }

  /** Returns the service's error for an operand of a wrong type. */
  static ServiceError wrongType() {
    return ServiceError.validation(
        "An operand in the update expression has an incorrect data type");
  }
}
