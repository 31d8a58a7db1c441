package dev.reprise.spring.policies;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ReflectionUtils;

/**
 * One property of one source.
 *
 * @param key the key as written there
 * @param value the value as text; placeholders are not replaced
 * @param source the source
 */
record SourceProperty(String key, String value, PropertySource<?> source) {

  private static final Pattern PLACE = Pattern.compile("\\[(?:file:)?(.+)]");

  static SourceProperty of(String key, @Nullable Object value, PropertySource<?> source) {
    return new SourceProperty(key, text(value), source);
  }

  /** Returns true for an environment variable, whose key has underscores in place of dots. */
  boolean isVariable() {
    return source instanceof SystemEnvironmentPropertySource && key.indexOf('.') < 0;
  }

  /** Prefix of all keys of the source in addition to that of the properties, without separator. */
  @Nullable String prefix() {
    // By reflection, because Spring Boot 4.1 has the method in a different interface than 3.5.
    Method prefix = ReflectionUtils.findMethod(source.getClass(), "getPrefix");
    return source instanceof OriginLookup && prefix != null
        ? (String) ReflectionUtils.invokeMethod(prefix, source)
        : null;
  }

  /** Where the property is set, such as {@code application.yaml:12:9}. */
  String origin() {
    if (OriginLookup.getOrigin(source, key) instanceof TextResourceOrigin text
        && text.getLocation() != null) {
      TextResourceOrigin.Location at = text.getLocation();
      return file(text) + ":" + (at.getLine() + 1) + ":" + (at.getColumn() + 1);
    }
    if (source instanceof SystemEnvironmentPropertySource) {
      return "environment variable " + key;
    }
    return switch (source.getName()) {
      case StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME -> "system property " + key;
      case "commandLineArgs" -> "command line --" + key;
      default ->
          "\"" + key + "\" from property source \"" + source.getName() + "\"" + otherOrigin();
    };
  }

  private String otherOrigin() {
    Origin origin = OriginLookup.getOrigin(source, key);
    return origin == null ? "" : " - " + origin;
  }

  /** Path of a file or class path resource; descriptions have it in brackets. */
  private static String file(TextResourceOrigin origin) {
    if (origin.getResource() == null) {
      return "unknown resource";
    }
    String description = origin.getResource().getDescription();
    Matcher place = PLACE.matcher(description);
    return place.find() ? String.valueOf(place.group(1)) : description;
  }

  /** The text form of values that sources have as objects. */
  private static String text(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof Duration duration) {
      return durationText(duration);
    }
    if (value instanceof Class<?> type) {
      return type.getName();
    }
    if (value instanceof Collection<?> values) {
      return joined(values.stream());
    }
    if (value.getClass().isArray()) {
      return joined(
          IntStream.range(0, Array.getLength(value)).mapToObj(index -> Array.get(value, index)));
    }
    return value.toString();
  }

  private static String joined(Stream<?> values) {
    return values.map(SourceProperty::text).collect(Collectors.joining(", "));
  }

  private static String durationText(Duration duration) {
    return duration.getNano() == 0 ? duration.getSeconds() + "s" : duration.toNanos() + "ns";
  }
}
