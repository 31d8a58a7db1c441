package dev.reprise.verification.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.util.ClassUtils;

/** The hints of types that only one version of Spring has. */
class HttpClientsHintsTest {

  private static final String SPRING_6 =
      "org.springframework.http.client.InterceptingClientHttpRequest$InterceptingRequestExecution";
  private static final String SPRING_7 =
      "org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer";
  private static final String REGISTRY = "org.springframework.web.service.registry.";

  @Test
  void hints_exist_for_the_types_of_this_version_of_spring() throws Exception {
    RuntimeHints hints = new RuntimeHints();
    registrar().registerHints(hints, getClass().getClassLoader());

    if (ClassUtils.isPresent(SPRING_7, null)) {
      Class<?> configurer = Class.forName(SPRING_7);
      Class<?> callback = Class.forName(REGISTRY + "HttpServiceGroupConfigurer$ClientCallback");
      assertThat(hints)
          .matches(RuntimeHintsPredicates.proxies().forInterfaces(configurer))
          .matches(RuntimeHintsPredicates.proxies().forInterfaces(callback))
          .matches(
              RuntimeHintsPredicates.reflection()
                  .onType(TypeReference.of(REGISTRY + "HttpServiceGroupConfigurer$Groups")))
          .matches(
              RuntimeHintsPredicates.reflection()
                  .onType(TypeReference.of(REGISTRY + "HttpServiceGroup")));
    } else {
      assertThat(hints)
          .matches(RuntimeHintsPredicates.reflection().onType(TypeReference.of(SPRING_6)));
    }
  }

  private static RuntimeHintsRegistrar registrar() throws Exception {
    Constructor<?> constructor =
        Class.forName("dev.reprise.spring.http.HttpClientsHints").getDeclaredConstructor();
    constructor.setAccessible(true);
    return (RuntimeHintsRegistrar) constructor.newInstance();
  }
}
