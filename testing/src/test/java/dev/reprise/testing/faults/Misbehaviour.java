package dev.reprise.testing.faults;

/** The misbehaviour of a part. */
enum Misbehaviour {
  THROWS,
  THROWS_AN_ERROR,
  OVERFLOWS_THE_STACK,
  CANCELS,
  RETURNS_NULL,
  BLOCKS,
  RUNS_INLINE,
  RUNS_TWICE,
  RUNS_LATE,
  DROPS;

  /** Returns whether the part throws an exception, which the test recognises by its identity. */
  boolean isThrow() {
    return ordinal() <= CANCELS.ordinal();
  }

  Throwable newBug() {
    return switch (this) {
      case THROWS -> new FaultException();
      case THROWS_AN_ERROR -> new HostileError();
      case OVERFLOWS_THE_STACK -> new StackOverflowError("hostile");
      case CANCELS -> new java.util.concurrent.CancellationException("hostile");
      default -> throw new IllegalStateException(this + " throws nothing");
    };
  }

  /** A bug, which is only retried if the policy names it. */
  static final class FaultException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    FaultException() {
      super("hostile");
    }
  }

  static final class HostileError extends Error {
    private static final long serialVersionUID = 1;

    HostileError() {
      super("hostile");
    }
  }
}
