package dev.reprise.testing.faults;

/** What a part does in place of its work. */
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

  /** Whether the part throws something, which the test recognises by its identity. */
  boolean isThrow() {
    return ordinal() <= CANCELS.ordinal();
  }

  Throwable newBug() {
    return switch (this) {
      case THROWS -> new HostileException();
      case THROWS_AN_ERROR -> new HostileError();
      case OVERFLOWS_THE_STACK -> new StackOverflowError("hostile");
      case CANCELS -> new java.util.concurrent.CancellationException("hostile");
      default -> throw new IllegalStateException(this + " throws nothing");
    };
  }

  /** A bug, not retried unless named. */
  static final class HostileException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    HostileException() {
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
