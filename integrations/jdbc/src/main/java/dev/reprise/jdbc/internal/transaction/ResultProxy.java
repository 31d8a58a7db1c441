package dev.reprise.jdbc.internal.transaction;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A result or the metadata that the work gets. It reports failures to the attempt, since they may
 * have ended the transaction, and returns the proxy of its statement or connection, not the
 * original. After the transaction it can only be closed.
 */
final class ResultProxy implements InvocationHandler {

  private final TransactionAttempt attempt;
  private final Object delegate;
  private final String ownerGetter;
  private final Object owner;

  ResultProxy(TransactionAttempt attempt, Object delegate, String ownerGetter, Object owner) {
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
      case "toString", "close", "isClosed" ->
          ConnectionProxy.reporting(attempt, delegate, method, args);
      default -> {
        attempt.checkOpen();
        if (name.equals("next")) {
          attempt.checkCancelled();
        }
        yield name.equals(ownerGetter)
            ? owner
            : ConnectionProxy.reporting(attempt, delegate, method, args);
      }
    };
  }
}
