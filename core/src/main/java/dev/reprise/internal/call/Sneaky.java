package dev.reprise.internal.call;

/**
 * Throws what an operation threw, as it came, where the compiler can no longer see that it was
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
