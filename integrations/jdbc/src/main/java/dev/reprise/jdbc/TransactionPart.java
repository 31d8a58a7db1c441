package dev.reprise.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A result or the metadata as the work sees it: what fails there may have ended the transaction,
 * and it does not lead around the proxy that it came from.
 */
final class TransactionPart implements InvocationHandler {

  private final TransactionAttempt attempt;
  private final Object delegate;
  private final String ownerGetter;
  private final Object owner;

  TransactionPart(TransactionAttempt attempt, Object delegate, String ownerGetter, Object owner) {
    this.attempt = attempt;
    this.delegate = delegate;
    this.ownerGetter = ownerGetter;
    this.owner = owner;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args)
      throws Throwable {
    String name = method.getName();
    return switch (name) {
      case "equals" -> args != null && proxy == args[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default ->
          name.equals(ownerGetter)
              ? owner
              : TransactionGuard.watched(attempt, delegate, method, args);
    };
  }
}
