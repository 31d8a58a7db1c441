package dev.reprise.testbed.dynamodb.expression;

import dev.reprise.testbed.dynamodb.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The grammar that expressions and statements share: conditions, document paths and sums. */
public abstract class Grammar {

  private final Tokens tokens;

  protected Grammar(Tokens tokens) {
    this.tokens = tokens;
  }

  /** Parses a value or a document path. */
  protected abstract Operand operand();

  /** Parses the name of an attribute or of a member of a map. */
  protected abstract String name();

  /** Parses the content of the brackets in a document path. */
  protected abstract Operand.Step bracketed();

  /** Returns the name of a function in the form in which this class compares it. */
  protected abstract String functionName(String written);

  /** Returns the error for a function that is not a known condition. */
  protected abstract RuntimeException unknownFunction(String name);

  /** Parses a comparison that only one language has; null if none follows. */
  protected abstract @Nullable Condition ownComparison(Operand left);

  /** Returns the error for a token in place of a comparison operator. */
  protected abstract RuntimeException missingComparison();

  protected final Condition disjunction() {
    Condition condition = conjunction();
    while (tokens.takeIf("OR")) {
      condition = new Condition.Or(condition, conjunction());
    }
    return condition;
  }

  protected final Operand.Path path() {
    List<Operand.Step> steps = new ArrayList<>();
    steps.add(Operand.Step.name(name()));
    while (true) {
      if (tokens.takeIf(".")) {
        steps.add(Operand.Step.name(name()));
      } else if (tokens.takeIf("[")) {
        steps.add(bracketed());
        tokens.expect("]");
      } else {
        return new Operand.Path(List.copyOf(steps));
      }
    }
  }

  /** Parses one term, or a sum or difference of two. */
  protected final UpdateValue sum(Supplier<UpdateValue> term) {
    UpdateValue left = term.get();
    if (tokens.takeIf("+")) {
      return new UpdateValue.Sum(left, term.get(), false);
    }
    return tokens.takeIf("-") ? new UpdateValue.Sum(left, term.get(), true) : left;
  }

  private Condition conjunction() {
    Condition condition = negation();
    while (tokens.takeIf("AND")) {
      condition = new Condition.And(condition, negation());
    }
    return condition;
  }

  private Condition negation() {
    return tokens.takeIf("NOT") ? new Condition.Not(negation()) : primary();
  }

  private Condition primary() {
    if (tokens.takeIf("(")) {
      Condition condition = disjunction();
      tokens.expect(")");
      return condition;
    }
    return tokens.atFunction() ? function() : comparison();
  }

  private Condition function() {
    String name = functionName(tokens.take().text());
    tokens.expect("(");
    Condition condition =
        switch (name) {
          case "attribute_exists" -> new Condition.Exists(path(), true);
          case "attribute_not_exists" -> new Condition.Exists(path(), false);
          case "begins_with" -> beginsWith();
          default -> throw unknownFunction(name);
        };
    tokens.expect(")");
    return condition;
  }

  private Condition beginsWith() {
    Operand value = operand();
    tokens.expect(",");
    return new Condition.BeginsWith(value, operand());
  }

  private Condition comparison() {
    Operand left = operand();
    if (tokens.takeIf("BETWEEN")) {
      Operand low = operand();
      tokens.expect("AND");
      return new Condition.Between(left, low, operand());
    }
    Condition own = ownComparison(left);
    if (own != null) {
      return own;
    }
    Token token = tokens.peek();
    Optional<Comparison> comparison =
        token.kind() == Kind.SYMBOL ? Comparison.of(token.text()) : Optional.empty();
    if (comparison.isEmpty()) {
      throw missingComparison();
    }
    tokens.take();
    return new Condition.Compare(left, comparison.get(), operand());
  }
}
