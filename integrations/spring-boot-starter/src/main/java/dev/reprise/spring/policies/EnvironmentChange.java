package dev.reprise.spring.policies;

import dev.reprise.registry.RegistryChange;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;

/**
 * Reads the policies again when Spring Cloud has changed the environment. Mistakes are logged and
 * change nothing: other parts of the application still get their new properties.
 */
final class EnvironmentChange implements ApplicationListener<EnvironmentChangeEvent> {

  private static final Logger LOG = System.getLogger("dev.reprise.spring");

  private final ObjectProvider<RetryPolicies> policies;

  EnvironmentChange(ObjectProvider<RetryPolicies> policies) {
    this.policies = policies;
  }

  @Override
  public void onApplicationEvent(EnvironmentChangeEvent event) {
    RetryPolicies current = policies.getObject();
    if (!current.areFromProperties()) {
      return;
    }
    try {
      RegistryChange change = current.reload();
      if (!change.isEmpty()) {
        LOG.log(Level.INFO, "retry policies after a change of the environment: " + change);
      }
    } catch (InvalidPoliciesException invalid) {
      LOG.log(Level.ERROR, "the retry policies stay as they are. " + invalid.getMessage());
    }
  }
}
