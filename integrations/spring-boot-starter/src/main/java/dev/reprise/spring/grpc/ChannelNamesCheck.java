package dev.reprise.spring.grpc;

import dev.reprise.RetrySource;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.policies.Mistakes;
import dev.reprise.spring.policies.PoliciesByName;
import dev.reprise.spring.policies.StartupCheck;
import dev.reprise.spring.policies.WrittenProperty;
import dev.reprise.text.NearestName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Stops the start if a property names a channel or a policy that does not exist. A channel exists
 * if it has properties of Spring gRPC, or was created during the start. Before the beans are
 * created, only a name that resembles one with properties is a mistake; all others are compared
 * when all beans exist.
 */
final class ChannelNamesCheck implements StartupCheck, SmartInitializingSingleton {

  /** Of Spring Boot 4.1, and of Spring gRPC before it. */
  private static final List<String> CHANNELS =
      List.of("spring.grpc.client.channel", "spring.grpc.client.channels");

  private static final String NO_CHANNEL =
      "no gRPC channel is configured by spring.grpc.client.channel.NAME, or created during the"
          + " start, with the name";

  private final ConfigurableEnvironment environment;
  private final ObjectProvider<ChannelPolicies> channels;
  private final ObjectProvider<RetryRegistry> registry;

  ChannelNamesCheck(
      ConfigurableEnvironment environment,
      ObjectProvider<ChannelPolicies> channels,
      ObjectProvider<RetryRegistry> registry) {
    this.environment = environment;
    this.channels = channels;
    this.registry = registry;
  }

  @Override
  public void check(
      ConfigurableListableBeanFactory beans, Optional<RetrySource> policies, Mistakes mistakes) {
    SortedSet<String> known = configured();
    check(
        known,
        property -> NearestName.of(property.name(), known).isEmpty(),
        policies.orElse(null),
        mistakes);
  }

  @Override
  public void afterSingletonsInstantiated() {
    ChannelPolicies properties = channels.getObject();
    if (properties.all().isEmpty()) {
      return;
    }
    SortedSet<String> known = configured();
    known.addAll(properties.created());
    Mistakes mistakes = new Mistakes();
    check(known, property -> false, registry.getObject(), mistakes);
    mistakes.throwIfAny();
  }

  private void check(
      Collection<String> known,
      Predicate<WrittenProperty> maybe,
      @Nullable RetrySource policies,
      Mistakes mistakes) {
    PoliciesByName.check(
        environment,
        ChannelPolicies.PROPERTY,
        property -> known.stream().anyMatch(property::isNamed) || maybe.test(property),
        name -> PoliciesByName.unknown(NO_CHANNEL, name, known),
        policies,
        mistakes);
  }

  private SortedSet<String> configured() {
    SortedSet<String> names = new TreeSet<>();
    for (String prefix : CHANNELS) {
      names.addAll(
          Binder.get(environment)
              .bind(prefix, Bindable.mapOf(String.class, Object.class))
              .orElseGet(Map::of)
              .keySet());
    }
    return names;
  }
}
