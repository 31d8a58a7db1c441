package dev.reprise.testbed.dynamodb;

/** What is wrong with an expression; the caller knows which parameter it is of. */
final class ExpressionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String problem;

  ExpressionException(String problem) {
    super(problem, null, false, false);
    this.problem = problem;
  }

  ServiceError in(String parameter) {
    return ServiceError.validation("Invalid " + parameter + ": " + problem);
  }

  /** The error of a request that is nothing but the expression. */
  ServiceError alone() {
    return ServiceError.validation(problem);
  }
}
