package dev.reprise.testbed.dynamodb.statement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.expression.Token;
import dev.reprise.testbed.dynamodb.expression.Token.Kind;
import dev.reprise.testbed.dynamodb.expression.Tokens;
import dev.reprise.testbed.dynamodb.item.AttributeValues;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.util.Iterator;
import java.util.List;

/**
 * The values of a statement: literals, and parameters in the order of their {@code ?}. A list is
 * written {@code [1, 2]}, a map {@code {'a': 1}}, a set {@code <<1, 2>>}; a binary can only be a
 * parameter.
 */
final class StatementValues {

  private final Tokens tokens;
  private final Iterator<JsonNode> parameters;

  public StatementValues(Tokens tokens, List<JsonNode> parameters) {
    this.tokens = tokens;
    this.parameters = parameters.iterator();
  }

  public boolean atLiteral() {
    Token token = tokens.peek();
    return token.kind() == Kind.STRING
        || token.kind() == Kind.NUMBER
        || (token.kind() == Kind.SYMBOL && List.of("?", "-", "[", "{", "<<").contains(token.text()))
        || token.is("true")
        || token.is("false")
        || token.is("null");
  }

  /** The next value, in stored form. */
  public ObjectNode literal() {
    return AttributeValues.normalise(value());
  }

  private JsonNode value() {
    if (!atLiteral()) {
      throw StatementLanguage.malformed("Unexpected term");
    }
    Token token = tokens.take();
    return switch (token.kind()) {
      case STRING -> Json.object().put("S", token.text());
      case NUMBER -> Json.object().put("N", token.text());
      case WORD ->
          token.is("null")
              ? Json.object().put("NULL", true)
              : Json.object().put("BOOL", token.is("true"));
      default -> structure(token.text());
    };
  }

  private JsonNode structure(String symbol) {
    return switch (symbol) {
      case "?" -> parameter();
      case "-" -> Json.object().put("N", "-" + tokens.take().text());
      case "[" -> list();
      case "{" -> map();
      default -> set();
    };
  }

  private JsonNode parameter() {
    if (!parameters.hasNext()) {
      throw ServiceError.validation("Number of parameters in request and statement don't match.");
    }
    return parameters.next();
  }

  private JsonNode list() {
    ArrayNode elements = Json.array();
    while (!tokens.takeIf("]")) {
      if (!elements.isEmpty()) {
        tokens.expect(",");
      }
      elements.add(value());
    }
    return Json.object().set("L", elements);
  }

  private JsonNode map() {
    ObjectNode members = Json.object();
    while (!tokens.takeIf("}")) {
      if (!members.isEmpty()) {
        tokens.expect(",");
      }
      Token name = tokens.take();
      if (name.kind() != Kind.STRING) {
        throw StatementLanguage.malformed("Unexpected term");
      }
      tokens.expect(":");
      members.set(name.text(), value());
    }
    return Json.object().set("M", members);
  }

  private JsonNode set() {
    ArrayNode elements = Json.array();
    String type = "";
    while (!tokens.takeIf(">>")) {
      if (!elements.isEmpty()) {
        tokens.expect(",");
      }
      if (tokens.peek().is("?")) {
        throw ServiceError.validation("Unsupported data type in Bag");
      }
      JsonNode element = value();
      String of = element.has("N") ? "NS" : element.has("S") ? "SS" : "";
      if (of.isEmpty() || (!type.isEmpty() && !type.equals(of))) {
        throw ServiceError.validation("DynamoDB only supports either numbers or strings in bags");
      }
      type = of;
      elements.add(element.get(of.substring(0, 1)));
    }
    if (elements.isEmpty()) {
      throw ServiceError.validation("Empty bags are not supported");
    }
    return Json.object().set(type, elements);
  }
}
