package dev.reprise.testbed.dynamodb.expression;

import dev.reprise.testbed.dynamodb.protocol.ServiceError;

/** An error in an expression; the caller adds the name of its parameter. */
public final class ExpressionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String problem;

  public ExpressionException(String problem) {
    super(problem, null, false, false);
    this.problem = problem;
  }

  public ServiceError in(String parameter) {
    return ServiceError.validation("Invalid " + parameter + ": " + problem);
  }

  /** The error for a statement, which has no parameter name. */
  public ServiceError alone() {
    return ServiceError.validation(problem);
  }
}
