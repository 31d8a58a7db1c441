package dev.reprise.testbed.dynamodb.expression;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.testbed.dynamodb.item.Scalar;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The comparison operators of expressions. */
public enum Comparison {
  EQUAL("="),
  NOT_EQUAL("<>"),
  LESS("<"),
  AT_MOST("<="),
  GREATER(">"),
  AT_LEAST(">=");

  private final String symbol;

  Comparison(String symbol) {
    this.symbol = symbol;
  }

  public static Optional<Comparison> of(String symbol) {
    return Arrays.stream(values()).filter(c -> c.symbol.equals(symbol)).findFirst();
  }

  public String symbol() {
    return symbol;
  }

  public boolean holds(@Nullable JsonNode left, @Nullable JsonNode right) {
    return switch (this) {
      case EQUAL -> left != null && left.equals(right);
      case NOT_EQUAL -> left == null || !left.equals(right);
      default -> left != null && right != null && inOrder(left, right);
    };
  }

  public boolean holds(int order) {
    return switch (this) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case GREATER -> order > 0;
      case AT_LEAST -> order >= 0;
    };
  }

  /** Returns the same comparison with its sides exchanged. */
  public Comparison mirrored() {
    return switch (this) {
      case LESS -> GREATER;
      case AT_MOST -> AT_LEAST;
      case GREATER -> LESS;
      case AT_LEAST -> AT_MOST;
      default -> this;
    };
  }

  private boolean inOrder(JsonNode left, JsonNode right) {
    if (!Scalar.isScalar(left) || !Scalar.isScalar(right)) {
      return false;
    }
    Scalar a = Scalar.of(left);
    Scalar b = Scalar.of(right);
    return a.type().equals(b.type()) && holds(a.compareTo(b));
  }
}
