package dev.reprise.testing;

/** Throws any failure where the compiler would want it declared. */
final class Sneaky {

  private Sneaky() {}

  /** Never returns; the type lets a caller write {@code throw}. */
  static RuntimeException throwing(Throwable failure) {
    Sneaky.<RuntimeException>rethrow(failure);
    throw new AssertionError(failure);
  }

  /** The cast is erased: nothing is checked when this runs. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> void rethrow(Throwable failure) throws X {
    throw (X) failure;
  }
}
