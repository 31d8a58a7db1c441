package dev.reprise.spring.http;

import dev.reprise.RetrySource;
import dev.reprise.spring.policies.Mistakes;
import dev.reprise.spring.policies.PoliciesByName;
import dev.reprise.spring.policies.WrittenProperty;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** The names of clients and policies in properties, compared to the existing ones. */
final class ClientNames {

  /** Set by Spring 7 in the definition of each HTTP interface. */
  private static final String GROUP = "httpServiceGroupName";

  private static final List<Class<?>> TYPES =
      List.of(RestClient.class, RestClient.Builder.class, RestTemplate.class);

  private static final List<String> REACTIVE_TYPES =
      List.of(
          "org.springframework.web.reactive.function.client.WebClient",
          "org.springframework.web.reactive.function.client.WebClient$Builder");

  private static final String NO_CLIENT =
      "no bean of type RestClient, RestTemplate or WebClient and no group of HTTP interfaces is"
          + " named";

  private ClientNames() {}

  /** The clients that the definitions of beans show, and the groups of HTTP interfaces. */
  static SortedSet<String> defined(ListableBeanFactory beans) {
    SortedSet<String> names = new TreeSet<>();
    for (Class<?> type : TYPES) {
      names.addAll(List.of(beans.getBeanNamesForType(type, true, false)));
    }
    for (String type : REACTIVE_TYPES) {
      if (ClassUtils.isPresent(type, null)) {
        Class<?> loaded = ClassUtils.resolveClassName(type, null);
        names.addAll(List.of(beans.getBeanNamesForType(loaded, true, false)));
      }
    }
    return names;
  }

  static SortedSet<String> groups(ConfigurableListableBeanFactory beans) {
    SortedSet<String> names = new TreeSet<>();
    for (String bean : beans.getBeanDefinitionNames()) {
      BeanDefinition definition = beans.getBeanDefinition(bean);
      if (definition.getAttribute(GROUP) instanceof String group) {
        names.add(group);
      }
    }
    return names;
  }

  /**
   * Compares the properties.
   *
   * @param known the names of clients
   * @param maybe true for a name that is not known, but may be that of a client
   * @param policies finds policies; null if they are not known yet
   */
  static void check(
      ConfigurableEnvironment environment,
      Collection<String> known,
      Predicate<WrittenProperty> maybe,
      @Nullable RetrySource policies,
      Mistakes mistakes) {
    PoliciesByName.check(
        environment,
        ClientPolicies.PROPERTY,
        property -> known.stream().anyMatch(property::isNamed) || maybe.test(property),
        name -> PoliciesByName.unknown(NO_CLIENT, name, known),
        policies,
        mistakes);
  }
}
