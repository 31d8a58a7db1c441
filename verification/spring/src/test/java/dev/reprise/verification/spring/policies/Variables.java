package dev.reprise.verification.spring.policies;

import java.util.HashMap;
import java.util.Map;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Replaces the environment variables of an application. */
record Variables(Map<String, Object> values)
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  /** Variables written as {@code NAME=value}. */
  static Variables of(String... pairs) {
    Map<String, Object> values = new HashMap<>();
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      values.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return new Variables(values);
  }

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    MutablePropertySources sources = context.getEnvironment().getPropertySources();
    String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
    sources.replace(name, new SystemEnvironmentPropertySource(name, values));
  }
}
