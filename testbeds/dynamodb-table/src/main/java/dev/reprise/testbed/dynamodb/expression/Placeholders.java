package dev.reprise.testbed.dynamodb.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.item.AttributeValues;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names and values to which the expressions of a request refer. Each of them must be used. */
public final class Placeholders {

  private static final String NAMES = "ExpressionAttributeNames";
  private static final String VALUES = "ExpressionAttributeValues";
  private static final Pattern NAME = Pattern.compile("#[0-9a-zA-Z_]+");
  private static final Pattern VALUE = Pattern.compile(":[0-9a-zA-Z_]+");

  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, ObjectNode> values = new LinkedHashMap<>();
  private final Set<String> unusedNames = new TreeSet<>();
  private final Set<String> unusedValues = new TreeSet<>();

  private Placeholders() {}

  /** Returns the placeholders of a request whose expressions are the given parameters. */
  public static Placeholders of(Fields fields, List<String> expressions) {
    Placeholders placeholders = new Placeholders();
    ObjectNode names = fields.map(NAMES);
    ObjectNode values = fields.map(VALUES);
    if (names != null) {
      requireAny(fields, expressions, NAMES + " can only be specified when using expressions");
      placeholders.addNames(names);
    }
    if (values != null) {
      List<String> users = expressions.stream().filter(e -> !e.startsWith("Projection")).toList();
      requireAny(
          fields,
          users,
          VALUES
              + " can only be specified when using expressions: "
              + String.join(" and ", users)
              + (users.size() > 1 ? " are null" : " is null"));
      placeholders.addValues(values);
    }
    return placeholders;
  }

  public String name(String placeholder) {
    unusedNames.remove(placeholder);
    return defined(
        names.get(placeholder),
        "An expression attribute name used in the document path is not defined; attribute name: "
            + placeholder);
  }

  public ObjectNode value(String placeholder) {
    unusedValues.remove(placeholder);
    return defined(
        values.get(placeholder),
        "An expression attribute value used in expression is not defined; attribute value: "
            + placeholder);
  }

  public void verifyUsed() {
    verifyUsed(NAMES, unusedNames);
    verifyUsed(VALUES, unusedValues);
  }

  private static void verifyUsed(String parameter, Set<String> unused) {
    if (!unused.isEmpty()) {
      throw ServiceError.validation(
          "Value provided in "
              + parameter
              + " unused in expressions: keys: {"
              + String.join(", ", unused)
              + "}");
    }
  }

  private void addNames(ObjectNode given) {
    for (Map.Entry<String, JsonNode> entry : given.properties()) {
      checkKey(NAMES, NAME, entry.getKey());
      if (!entry.getValue().isTextual()) {
        throw ServiceError.serialization("Unexpected field type");
      }
      names.put(entry.getKey(), entry.getValue().textValue());
    }
    checkNotEmpty(NAMES, names);
    unusedNames.addAll(names.keySet());
  }

  private void addValues(ObjectNode given) {
    for (Map.Entry<String, JsonNode> entry : given.properties()) {
      checkKey(VALUES, VALUE, entry.getKey());
      values.put(entry.getKey(), normalised(entry.getKey(), entry.getValue()));
    }
    checkNotEmpty(VALUES, values);
    unusedValues.addAll(values.keySet());
  }

  private static ObjectNode normalised(String placeholder, JsonNode value) {
    try {
      return AttributeValues.normalise(value);
    } catch (ServiceError e) {
      throw ServiceError.validation(
          VALUES + " contains invalid value: " + e.getMessage() + " for key " + placeholder);
    }
  }

  private static void requireAny(Fields fields, List<String> expressions, String otherwise) {
    if (expressions.stream().noneMatch(fields::has)) {
      throw ServiceError.validation(otherwise);
    }
  }

  private static void checkKey(String parameter, Pattern pattern, String key) {
    if (!pattern.matcher(key).matches()) {
      throw ServiceError.validation(
          parameter + " contains invalid key: Syntax error; key: \"" + key + "\"");
    }
  }

  private static void checkNotEmpty(String parameter, Map<String, ?> entries) {
    if (entries.isEmpty()) {
      throw ServiceError.validation(parameter + " must not be empty");
    }
  }

  private static <T> T defined(@Nullable T found, String otherwise) {
    if (found == null) {
      throw new ExpressionException(otherwise);
    }
    return found;
  }
}
