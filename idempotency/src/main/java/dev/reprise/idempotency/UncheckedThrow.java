package dev.reprise.idempotency;

/** Throws a checked exception without declaring it. */
final class UncheckedThrow {

  private UncheckedThrow() {}

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <X extends Throwable> RuntimeException thrown(Throwable failure) throws X {
    throw (X) failure;
  }
}
