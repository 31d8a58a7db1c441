package dev.reprise.internal.call;

/**
 * Throws the exception of an operation unchanged, where the compiler no longer knows that it was
 * declared.
 */
public final class Sneaky {

  private Sneaky() {}

  /** Never returns; the type lets a caller write {@code throw}. */
  public static RuntimeException throwing(Throwable failure) {
    Sneaky.<RuntimeException>rethrow(failure);
    throw new AssertionError(failure);
  }

  /** The cast is erased: nothing is checked when this runs. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> void rethrow(Throwable failure) throws X {
    throw (X) failure;
  }
}
