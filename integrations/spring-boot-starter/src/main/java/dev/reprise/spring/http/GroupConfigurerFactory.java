package dev.reprise.spring.http;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Creates the configurer that adds retries to groups of HTTP interfaces. Its interface exists since
 * Spring 7, and this module is compiled against Spring 6, so the configurer is a proxy.
 */
final class GroupConfigurerFactory implements FactoryBean<Object> {

  static final String CONFIGURER =
      "org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer";
  static final String REACTIVE_CONFIGURER =
      "org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer";
  static final String CALLBACK =
      "org.springframework.web.service.registry.HttpServiceGroupConfigurer$ClientCallback";
  static final String GROUPS =
      "org.springframework.web.service.registry.HttpServiceGroupConfigurer$Groups";
  static final String GROUP = "org.springframework.web.service.registry.HttpServiceGroup";
  static final String FOR_EACH_CLIENT = "forEachClient";
  static final String NAME = "name";

  private final String configurer;
  private final ObjectProvider<ClientPolicies> policies;
  private final BiConsumer<Object, String> retries;

  /**
   * Creates a factory.
   *
   * @param configurer the interface of Spring 7
   * @param retries adds retries by a policy to the builder of a client
   */
  GroupConfigurerFactory(
      String configurer,
      ObjectProvider<ClientPolicies> policies,
      BiConsumer<Object, String> retries) {
    this.configurer = configurer;
    this.policies = policies;
    this.retries = retries;
  }

  @Override
  public Class<?> getObjectType() {
    return classOf(configurer);
  }

  @Override
  public Object getObject() {
    return proxy(
        configurer,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "configureGroups" -> forEachClient(arguments[0]);
              case "getOrder" -> Ordered.LOWEST_PRECEDENCE;
              default -> ofObject(self, method, arguments);
            });
  }

  /** Calls {@code groups.forEachClient((group, builder) -> ...)}. */
  private @Nullable Object forEachClient(Object groups) {
    Object callback =
        proxy(
            CALLBACK,
            (self, method, arguments) ->
                method.getName().equals("withClient")
                    ? addRetries(arguments[0], arguments[1])
                    : ofObject(self, method, arguments));
    return call(method(GROUPS, FOR_EACH_CLIENT, classOf(CALLBACK)), groups, callback);
  }

  private @Nullable Object addRetries(Object group, Object builder) {
    String name = (String) Objects.requireNonNull(call(method(GROUP, NAME), group));
    String policy = policies.getObject().policyOf(name);
    if (policy != null) {
      retries.accept(builder, policy);
    }
    return null;
  }

  private static @Nullable Object ofObject(
      Object self, Method method, Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "equals" -> arguments != null && self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      case "toString" -> "retries of groups of HTTP interfaces";
      default -> throw new UnsupportedOperationException(method.toString());
    };
  }

  private static Object proxy(String type, InvocationHandler handler) {
    Class<?> loaded = classOf(type);
    return Proxy.newProxyInstance(loaded.getClassLoader(), new Class<?>[] {loaded}, handler);
  }

  private static @Nullable Object call(Method method, Object target, Object... arguments) {
    return ReflectionUtils.invokeMethod(method, target, arguments);
  }

  private static Method method(String type, String name, Class<?>... parameters) {
    return Objects.requireNonNull(
        ReflectionUtils.findMethod(classOf(type), name, parameters), name);
  }

  private static Class<?> classOf(String name) {
    return ClassUtils.resolveClassName(name, null);
  }
}
