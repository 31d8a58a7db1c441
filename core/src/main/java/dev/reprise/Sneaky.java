package dev.reprise;

/**
 * Throws what an operation threw, as it came, where the compiler can no longer see that it was
 * declared.
 */
final class Sneaky {

  private Sneaky() {}

  static RuntimeException throwing(Throwable failure) {
    throw Sneaky.<RuntimeException>cast(failure);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> X cast(Throwable failure) {
    return (X) failure;
  }
}
