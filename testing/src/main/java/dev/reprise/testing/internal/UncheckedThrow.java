package dev.reprise.testing.internal;

/** Throws a checked exception without declaring it. */
public final class UncheckedThrow {

  private UncheckedThrow() {}

  /** Always throws; the return type allows a caller to write {@code throw}. */
  public static RuntimeException throwing(Throwable failure) {
    UncheckedThrow.<RuntimeException>rethrow(failure);
    throw new AssertionError(failure);
  }

  /** The cast is erased, so nothing is checked at run time. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> void rethrow(Throwable failure) throws X {
    throw (X) failure;
  }
}
