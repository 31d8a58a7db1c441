package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.declared.RetryProxy;
import dev.reprise.declared.Retryable;
import dev.reprise.event.RetryListener;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.InvalidSettingsException;
import dev.reprise.registry.RegistryChange;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.registry.SettingError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Policies by name in a file, which can be changed while the program runs. */
public final class RegistryOfPolicies {

  private final RetryRegistry registry;
  private final Pages pages;

  /**
   * Calls a service by the policy named {@code orders}.
   *
   * @param registry registry of the policy
   * @param pages the service
   */
  public RegistryOfPolicies(RetryRegistry registry, Pages pages) {
    this.registry = registry;
    this.pages = pages;
  }

  static RetryRegistry registry(Path file) throws IOException {
    RetryRegistry registry = RetryRegistry.load(file);
    return registry;
  }

  String order(String number) throws IOException {
    return registry.retry("orders").call(() -> pages.fetch("/orders/" + number));
  }

  static RetryRegistry equipped(Path file) throws IOException {
    return RetryRegistry.builder()
        .eachRetry(retry -> retry.withListener(RetryListener.logging()))
        .eachPolicy(RegistryOfPolicies::withCode)
        .load(file);
  }

  private static RetryPolicy withCode(String name, RetryPolicy policy) {
    return name.equals("orders")
        ? policy.toBuilder().abortIf("moved", failure -> isMoved(failure)).build()
        : policy;
  }

  private static boolean isMoved(Throwable failure) {
    return String.valueOf(failure.getMessage()).contains("moved");
  }

  /** Log lines after a change of the file. */
  static List<String> changed(RetryRegistry registry, Path file) throws IOException {
    try {
      RegistryChange change = registry.reload(file);
      return List.copyOf(change.changed());
    } catch (InvalidSettingsException refused) {
      return refused.errors().stream().map(SettingError::toString).toList();
    }
  }

  static Retry fromSystemProperties() {
    return RetryRegistry.of(System.getProperties()).retry("orders");
  }

  static RetryRegistry fromMap() {
    return RetryRegistry.of(Map.of("reprise.policies.orders", "maxAttempts=5 within=30s"));
  }

  /** A client whose methods name their policies. */
  public interface Orders {

    /**
     * Finds an order.
     *
     * @param number its number
     * @return the order
     * @throws IOException if that fails
     */
    @Retryable(name = "orders")
    String find(String number) throws IOException;
  }

  static Orders proxy(RetryRegistry registry, Orders client) {
    return RetryProxy.of(Retry.none(), registry, Orders.class, client);
  }
}
