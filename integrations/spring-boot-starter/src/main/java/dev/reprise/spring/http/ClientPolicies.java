package dev.reprise.spring.http;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The policies of clients by the properties {@code reprise.http.clients.NAME=POLICY}. A name from
 * an environment variable has neither case nor dashes, so it also means a client whose name differs
 * only in these.
 */
public final class ClientPolicies {

  static final String PROPERTY = "reprise.http.clients";
  private static final String DEFAULT = "default";

  private final Map<String, String> policies;
  private final Set<String> found = ConcurrentHashMap.newKeySet();

  private ClientPolicies(Map<String, String> policies) {
    this.policies = policies;
  }

  static ClientPolicies of(Environment environment) {
    Map<String, String> bound =
        Binder.get(environment)
            .bind(PROPERTY, Bindable.mapOf(String.class, String.class))
            .orElseGet(Map::of);
    Map<String, String> policies = new TreeMap<>();
    bound.forEach((client, policy) -> policies.put(client, policy.isBlank() ? DEFAULT : policy));
    return new ClientPolicies(policies);
  }

  /**
   * The names and policies as the properties have them.
   *
   * @return the name of a policy by the name of a client; sorted, unmodifiable
   */
  public Map<String, String> all() {
    return Collections.unmodifiableMap(policies);
  }

  /** The policy of a client that exists; null if it has none. */
  @Nullable String policyOf(String client) {
    found.add(client);
    String exact = policies.get(client);
    if (exact != null) {
      return exact;
    }
    for (Map.Entry<String, String> entry : policies.entrySet()) {
      if (uniform(entry.getKey()).equals(uniform(client))) {
        return entry.getValue();
      }
    }
    return null;
  }

  /** The clients for which {@link #policyOf} was called. */
  Set<String> found() {
    return found;
  }

  static String uniform(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
  }
}
