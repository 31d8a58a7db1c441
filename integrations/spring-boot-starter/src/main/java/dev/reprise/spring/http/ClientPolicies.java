package dev.reprise.spring.http;

import dev.reprise.RetrySource;
import dev.reprise.spring.policies.Mistakes;
import dev.reprise.spring.policies.PoliciesByName;
import dev.reprise.spring.policies.ReloadCheck;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/** The policies of clients by the properties {@code reprise.http.clients.NAME=POLICY}. */
public final class ClientPolicies implements ReloadCheck {

  static final String PROPERTY = "reprise.http.clients";

  private final PoliciesByName policies;

  ClientPolicies(Environment environment) {
    policies = PoliciesByName.of(environment, PROPERTY);
  }

  /**
   * The names and policies as the properties have them.
   *
   * @return the name of a policy by the name of a client; sorted, unmodifiable
   */
  public Map<String, String> all() {
    return policies.all();
  }

  @Override
  public void check(RetrySource next, Mistakes mistakes) {
    policies.checkReload(next, mistakes);
  }

  /** The policy of a client that exists; null if it has none. */
  @Nullable String policyOf(String client) {
    return policies.policyOf(client);
  }

  /** The clients for which {@link #policyOf} was called. */
  Set<String> found() {
    return policies.found();
  }
}
