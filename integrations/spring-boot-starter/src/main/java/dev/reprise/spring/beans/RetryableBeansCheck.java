package dev.reprise.spring.beans;

import dev.reprise.RetrySource;
import dev.reprise.spring.policies.Mistakes;
import dev.reprise.spring.policies.StartupCheck;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Checks the annotations of the classes in the definitions of beans. A definition that shows only
 * an interface or an abstract class is left out: its bean is checked when it is created.
 */
final class RetryableBeansCheck implements StartupCheck {

  private static final String SCOPED = "scopedTarget.";

  private final RetriedTypes types;
  private final BeanChecks checks;
  private final boolean byClass;

  RetryableBeansCheck(RetriedTypes types, BeanChecks checks, boolean byClass) {
    this.types = types;
    this.checks = checks;
    this.byClass = byClass;
  }

  RetriedTypes types() {
    return types;
  }

  BeanChecks checks() {
    return checks;
  }

  @Override
  public void check(
      ConfigurableListableBeanFactory beans, Optional<RetrySource> policies, Mistakes mistakes) {
    for (String name : beans.getBeanDefinitionNames()) {
      Class<?> type = typeOf(beans, name);
      if (type != null
          && !Modifier.isAbstract(type.getModifiers())
          && !AopInfrastructureBean.class.isAssignableFrom(type)) {
        String shown = name.startsWith(SCOPED) ? name.substring(SCOPED.length()) : name;
        types
            .of(ClassUtils.getUserClass(type), List.of())
            .ifPresent(
                found ->
                    checks.checkDefinition(shown, found, byClass, policies.orElse(null), mistakes));
      }
    }
  }

  /** The class of a bean as far as its definition shows it. */
  private static @Nullable Class<?> typeOf(ConfigurableListableBeanFactory beans, String name) {
    try {
      return beans.getMergedBeanDefinition(name).isAbstract() ? null : beans.getType(name, false);
    } catch (BeansException | LinkageError unreadable) {
      // Spring reports it when it creates the bean.
      return null;
    }
  }
}
