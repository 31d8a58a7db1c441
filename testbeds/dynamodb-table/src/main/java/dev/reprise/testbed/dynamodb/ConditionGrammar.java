package dev.reprise.testbed.dynamodb;

/** How conditions are joined, which expressions and statements have in common. */
abstract class ConditionGrammar {

  private final Source tokens;

  ConditionGrammar(Source tokens) {
    this.tokens = tokens;
  }

  /** Where the tokens come from. */
  interface Source {

    /** Takes the next token if it is this symbol or, in any case, this keyword. */
    boolean takeIf(String expected);

    /** Takes the next token, which must be this symbol or keyword. */
    void expect(String expected);

    /** Whether a call of a function follows: a name and an opening parenthesis. */
    boolean atFunction();
  }

  /** Parses a call of a function that is a condition. */
  abstract Condition function();

  /** Parses a condition that begins with an operand. */
  abstract Condition comparison();

  final Condition disjunction() {
    Condition condition = conjunction();
    while (tokens.takeIf("OR")) {
      condition = new Condition.Or(condition, conjunction());
    }
    return condition;
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
}
