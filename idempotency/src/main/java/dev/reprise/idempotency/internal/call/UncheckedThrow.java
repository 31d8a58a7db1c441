package dev.reprise.idempotency.internal.call;

/** Throws a checked exception without declaring it. */
public final class UncheckedThrow {

  private UncheckedThrow() {}

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public static <X extends Throwable> RuntimeException thrown(Throwable failure) throws X {
    throw (X) failure;
  }
}
