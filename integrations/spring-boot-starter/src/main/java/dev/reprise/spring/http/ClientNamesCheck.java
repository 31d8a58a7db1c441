package dev.reprise.spring.http;

import dev.reprise.RetrySource;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.policies.Mistakes;
import dev.reprise.spring.policies.StartupCheck;
import dev.reprise.spring.policies.WrittenProperty;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.ClassUtils;

/**
 * Stops the start if a property names a client or a policy that does not exist. A bean whose
 * definition does not show that it is a client is one only if it proves to be one when it is
 * created, so there is a second look when all beans exist.
 */
final class ClientNamesCheck implements StartupCheck, SmartInitializingSingleton {

  private static final String GROUPS =
      "org.springframework.web.service.registry.HttpServiceProxyRegistry";

  private final ConfigurableEnvironment environment;
  private final ConfigurableListableBeanFactory beans;
  private final ObjectProvider<ClientPolicies> clients;
  private final ObjectProvider<RetryRegistry> registry;

  ClientNamesCheck(
      ConfigurableEnvironment environment,
      ConfigurableListableBeanFactory beans,
      ObjectProvider<ClientPolicies> clients,
      ObjectProvider<RetryRegistry> registry) {
    this.environment = environment;
    this.beans = beans;
    this.clients = clients;
    this.registry = registry;
  }

  @Override
  public void check(
      ConfigurableListableBeanFactory defined, Optional<RetrySource> policies, Mistakes mistakes) {
    SortedSet<String> known = ClientNames.defined(defined);
    known.addAll(ClientNames.groups(defined));
    ClientNames.check(
        environment,
        known,
        property -> Stream.of(defined.getBeanDefinitionNames()).anyMatch(property::isNamed),
        policies.orElse(null),
        mistakes);
  }

  @Override
  public void afterSingletonsInstantiated() {
    ClientPolicies properties = clients.getObject();
    if (properties.all().isEmpty()) {
      return;
    }
    createGroups();
    SortedSet<String> known = ClientNames.defined(beans);
    known.addAll(properties.found());
    Mistakes mistakes = new Mistakes();
    ClientNames.check(environment, known, this::isNotCreated, registry.getObject(), mistakes);
    mistakes.throwIfAny();
  }

  /** True for the bean of a lazy client, or one of a short scope. */
  private boolean isNotCreated(WrittenProperty property) {
    return Stream.of(beans.getBeanDefinitionNames())
        .filter(property::isNamed)
        .anyMatch(bean -> !beans.containsSingleton(bean));
  }

  /** Creates the groups of HTTP interfaces even if all beans are lazy, so that they are found. */
  private void createGroups() {
    if (ClassUtils.isPresent(GROUPS, null)) {
      beans.getBeansOfType(ClassUtils.resolveClassName(GROUPS, null));
    }
  }
}
