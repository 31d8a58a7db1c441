package dev.reprise.spring.policies;

import dev.reprise.declared.Retryable;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.ClassUtils;

/**
 * Hints for a native image: the exceptions that properties and annotations name as text, and the
 * methods of beans with {@link Retryable}, among which fallbacks are found by name: those of the
 * class, its superclasses and its interfaces. Spring adds hints for the proxies of beans.
 */
final class RepriseHints implements BeanFactoryInitializationAotProcessor {

  private static final Pattern CLASS_NAME = Pattern.compile("[\\p{L}_$][\\w$]*(?:\\.[\\w$]+)+");

  @Override
  public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
      ConfigurableListableBeanFactory beans) {
    if (beans.getBeanNamesForType(PolicyLoader.class, true, false).length == 0) {
      return null;
    }
    Set<Class<?>> failures = new LinkedHashSet<>();
    ConfigurableEnvironment environment = beans.getBean(ConfigurableEnvironment.class);
    Map<String, String> values = PolicyProperties.of(environment).values();
    values.values().forEach(text -> addFailures(text, beans.getBeanClassLoader(), failures));
    Set<Class<?>> retried = retriedTypes(beans);
    for (Class<?> type : retried) {
      for (Retryable declared : annotations(type)) {
        addFailures(declared.policy(), beans.getBeanClassLoader(), failures);
        addFailures(declared.rules(), beans.getBeanClassLoader(), failures);
      }
    }
    return (context, code) -> register(context.getRuntimeHints().reflection(), failures, retried);
  }

  private static void register(
      ReflectionHints hints, Set<Class<?>> failures, Set<Class<?>> retried) {
    failures.forEach(type -> hints.registerType(type));
    for (Class<?> type : retried) {
      for (Class<?> each = type; each != null && each != Object.class; ) {
        hints.registerType(each, MemberCategory.INVOKE_DECLARED_METHODS);
        each = each.getSuperclass();
      }
      for (Class<?> implemented : ClassUtils.getAllInterfacesForClass(type)) {
        hints.registerType(implemented, MemberCategory.INVOKE_DECLARED_METHODS);
      }
    }
  }

  /** Adds the exception classes whose names occur in a text. */
  private static void addFailures(
      String text, @Nullable ClassLoader loader, Set<Class<?>> failures) {
    CLASS_NAME
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .forEach(
            name -> {
              if (ClassUtils.isPresent(name, loader)) {
                Class<?> type = ClassUtils.resolveClassName(name, loader);
                if (Throwable.class.isAssignableFrom(type)) {
                  failures.add(type);
                }
              }
            });
  }

  /** The classes of beans that have an annotation, on a method, the class or a type above it. */
  private static Set<Class<?>> retriedTypes(ConfigurableListableBeanFactory beans) {
    Set<Class<?>> types = new LinkedHashSet<>();
    for (String name : beans.getBeanDefinitionNames()) {
      Class<?> type = beans.getType(name, false);
      if (type != null && !annotations(ClassUtils.getUserClass(type)).isEmpty()) {
        types.add(ClassUtils.getUserClass(type));
      }
    }
    return types;
  }

  private static Set<Retryable> annotations(Class<?> type) {
    Set<Retryable> found = new HashSet<>();
    if (!type.getName().startsWith("org.springframework.")) {
      found.addAll(AnnotatedElementUtils.findAllMergedAnnotations(type, Retryable.class));
      Map<Method, Retryable> methods =
          MethodIntrospector.selectMethods(
              type,
              (MethodIntrospector.MetadataLookup<Retryable>)
                  method -> AnnotatedElementUtils.findMergedAnnotation(method, Retryable.class));
      found.addAll(methods.values());
    }
    return found;
  }
}
