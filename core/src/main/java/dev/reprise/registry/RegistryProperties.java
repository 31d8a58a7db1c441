package dev.reprise.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Input properties: those of policies, and mistakes such as values that are not strings. */
record RegistryProperties(Map<String, String> values, List<SettingError> errors) {

  static final String ROOT = "reprise.policies";

  RegistryProperties() {
    this(new HashMap<>(), new ArrayList<>());
  }

  static RegistryProperties of(Map<?, ?> properties) {
    Objects.requireNonNull(properties, "properties");
    RegistryProperties given = new RegistryProperties();
    if (properties instanceof Properties withDefaults) {
      for (String key : withDefaults.stringPropertyNames()) {
        given.put(key, withDefaults.getProperty(key));
      }
    }
    properties.forEach(given::put);
    return given;
  }

  /** Returns true if a key belongs to a policy. */
  static boolean concerns(String key) {
    return key.equals(ROOT) || key.startsWith(ROOT + ".");
  }

  void put(@Nullable Object key, @Nullable Object value) {
    if (!(key instanceof String text) || !concerns(text)) {
      return;
    }
    if (value instanceof String setting) {
      values.put(text, setting);
    } else {
      fail(
          text,
          String.valueOf(value),
          "expected text, but was " + (value == null ? "null" : "a " + value.getClass().getName()));
    }
  }

  void fail(String key, String value, String message) {
    errors.add(new SettingError(key, value, message));
  }
}
