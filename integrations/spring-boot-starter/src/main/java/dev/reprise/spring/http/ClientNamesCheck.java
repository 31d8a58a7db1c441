package dev.reprise.spring.http;

import dev.reprise.registry.RetryRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** Stops the start if a property names a client or a policy that does not exist. */
final class ClientNamesCheck implements SmartInitializingSingleton {

  private static final String GROUPS =
      "org.springframework.web.service.registry.HttpServiceProxyRegistry";

  private static final List<Class<?>> TYPES =
      List.of(RestClient.class, RestClient.Builder.class, RestTemplate.class);

  private final ClientPolicies clients;
  private final RetryRegistry registry;
  private final ListableBeanFactory beans;

  ClientNamesCheck(ClientPolicies clients, RetryRegistry registry, ListableBeanFactory beans) {
    this.clients = clients;
    this.registry = registry;
    this.beans = beans;
  }

  /** A mistake in one property. */
  private record Mistake(String property, String value, String reason) {}

  @Override
  public void afterSingletonsInstantiated() {
    List<Mistake> mistakes = new ArrayList<>();
    SortedSet<String> known = knownClients();
    clients.all().forEach((client, policy) -> check(client, policy, known, mistakes));
    if (!mistakes.isEmpty()) {
      throw failure(mistakes);
    }
  }

  private void check(String client, String policy, Set<String> known, List<Mistake> mistakes) {
    String property = ClientPolicies.PROPERTY + "." + client;
    try {
      registry.retry(policy);
    } catch (IllegalArgumentException unknown) {
      mistakes.add(new Mistake(property, policy, String.valueOf(unknown.getMessage())));
    }
    if (known.stream().noneMatch(other -> ClientPolicies.isSame(client, other))) {
      mistakes.add(
          new Mistake(
              property,
              policy,
              "no bean of type RestClient or RestTemplate and no group of HTTP interfaces is named "
                  + client
                  + "; known: "
                  + known));
    }
  }

  private SortedSet<String> knownClients() {
    createGroups();
    SortedSet<String> known = new TreeSet<>(clients.found());
    for (Class<?> type : TYPES) {
      known.addAll(List.of(beans.getBeanNamesForType(type, true, false)));
    }
    return known;
  }

  /** Creates the groups of HTTP interfaces even if all beans are lazy, so that they are found. */
  private void createGroups() {
    if (!clients.all().isEmpty() && ClassUtils.isPresent(GROUPS, null)) {
      beans.getBeansOfType(ClassUtils.resolveClassName(GROUPS, null));
    }
  }

  private static RuntimeException failure(List<Mistake> mistakes) {
    Mistake first = mistakes.get(0);
    StringBuilder reason = new StringBuilder(first.reason());
    for (Mistake mistake : mistakes.subList(1, mistakes.size())) {
      reason
          .append("\n")
          .append(mistake.property())
          .append("=")
          .append(mistake.value())
          .append(": ")
          .append(mistake.reason());
    }
    return new InvalidConfigurationPropertyValueException(
        first.property(), first.value(), reason.toString());
  }
}
