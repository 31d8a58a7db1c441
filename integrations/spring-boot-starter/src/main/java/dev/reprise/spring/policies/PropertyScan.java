package dev.reprise.spring.policies;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.springframework.core.env.CompositePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

/** Lists the properties of an environment source by source, highest precedence first. */
final class PropertyScan {

  private final Predicate<String> wanted;
  private final List<List<SourceProperty>> found = new ArrayList<>();

  private PropertyScan(Predicate<String> wanted) {
    this.wanted = wanted;
  }

  /**
   * Properties of each source whose key is wanted. A source that cannot list its keys, such as that
   * of random values, is left out; a source that consists of others counts as these.
   */
  static List<List<SourceProperty>> of(
      ConfigurableEnvironment environment, Predicate<String> wanted) {
    PropertyScan scan = new PropertyScan(wanted);
    environment.getPropertySources().forEach(scan::add);
    return scan.found;
  }

  private void add(PropertySource<?> source) {
    if (source instanceof CompositePropertySource composite) {
      composite.getPropertySources().forEach(this::add);
    } else if (source.getSource() instanceof ConfigurableEnvironment nested) {
      nested.getPropertySources().forEach(this::add);
    } else if (source instanceof EnumerablePropertySource<?> enumerable) {
      List<SourceProperty> properties = new ArrayList<>();
      for (String key : enumerable.getPropertyNames()) {
        if (wanted.test(key)) {
          properties.add(SourceProperty.of(key, enumerable.getProperty(key), enumerable));
        }
      }
      found.add(properties);
    }
  }
}
