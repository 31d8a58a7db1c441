package dev.reprise.idempotency;

/** Throws what an operation threw as it is, of whichever type. */
final class Sneaky {

  private Sneaky() {}

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <X extends Throwable> RuntimeException thrown(Throwable failure) throws X {
    throw (X) failure;
  }
}
