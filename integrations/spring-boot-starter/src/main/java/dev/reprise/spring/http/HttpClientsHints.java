package dev.reprise.spring.http;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.util.ClassUtils;

/** Hints for the types of one version of Spring that are used by reflection. */
final class HttpClientsHints implements RuntimeHintsRegistrar {

  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
    hints
        .reflection()
        .registerTypeIfPresent(
            loader,
            RemainingInterceptors.CLASS_OF_SPRING_6,
            type -> type.withField(RemainingInterceptors.FIELD_OF_SPRING_6));
    if (ClassUtils.isPresent(GroupConfigurerFactory.CONFIGURER, loader)) {
      registerGroups(hints);
    }
  }

  private static void registerGroups(RuntimeHints hints) {
    TypeReference callback = TypeReference.of(GroupConfigurerFactory.CALLBACK);
    hints.proxies().registerJdkProxy(TypeReference.of(GroupConfigurerFactory.CONFIGURER));
    hints.proxies().registerJdkProxy(TypeReference.of(GroupConfigurerFactory.REACTIVE_CONFIGURER));
    hints.proxies().registerJdkProxy(callback);
    hints
        .reflection()
        .registerType(
            TypeReference.of(GroupConfigurerFactory.GROUPS),
            type ->
                type.withMethod(
                    GroupConfigurerFactory.FOR_EACH_CLIENT,
                    List.of(callback),
                    ExecutableMode.INVOKE))
        .registerType(
            TypeReference.of(GroupConfigurerFactory.GROUP),
            type -> type.withMethod(GroupConfigurerFactory.NAME, List.of(), ExecutableMode.INVOKE));
  }
}
