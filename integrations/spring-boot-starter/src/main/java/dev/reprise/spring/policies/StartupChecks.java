package dev.reprise.spring.policies;

import dev.reprise.RetrySource;
import dev.reprise.registry.RetryRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Stops the start with one error that lists all mistakes that show before any bean is created: in
 * properties, in annotations, and in the names of HTTP clients. Not while an application is
 * processed ahead of time, because the properties of the started application count.
 */
final class StartupChecks implements BeanFactoryPostProcessor {

  private static final Pattern VALID =
      Pattern.compile("[A-Za-z0-9_-]{1," + RetryRegistry.MAX_NAME_LENGTH + "}");

  private final ConfigurableEnvironment environment;

  StartupChecks(ConfigurableEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    if (Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)) {
      return;
    }
    Mistakes mistakes = new Mistakes();
    UnknownProperties.of(environment).forEach(mistakes::add);
    Optional<RetrySource> policies = Optional.empty();
    if (beans.getBeanNamesForType(PolicyLoader.class, true, false).length > 0) {
      PolicyProperties properties = PolicyProperties.of(environment);
      properties.allMistakes(beans.getBeanClassLoader()).forEach(mistakes::add);
      policies = Optional.of(named(properties));
    }
    for (String name : beans.getBeanNamesForType(StartupCheck.class, true, false)) {
      beans.getBean(name, StartupCheck.class).check(beans, policies, mistakes);
    }
    mistakes.throwIfAny();
  }

  /** Policies with the names of the properties, and without their settings, which may be wrong. */
  private static RetrySource named(PolicyProperties properties) {
    Map<String, String> names = new TreeMap<>();
    for (String name : properties.names()) {
      if (VALID.matcher(name).matches()) {
        names.put(PolicyEntry.ROOT + "." + name, "");
      }
    }
    return RetryRegistry.builder().build(names);
  }
}
