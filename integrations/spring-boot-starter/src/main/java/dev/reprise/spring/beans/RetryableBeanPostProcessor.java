package dev.reprise.spring.beans;

import dev.reprise.Decorated;
import dev.reprise.spring.policies.Mistakes;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.util.ClassUtils;

/**
 * Adds the advisor of retries to the beans that need it: directly behind {@code @Async}, before all
 * other advisors, whichever post-processor ran first.
 */
final class RetryableBeanPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor
    implements SmartInitializingSingleton {

  private static final long serialVersionUID = 1;

  static {
    Decorated.recognize(BeanViews::find);
  }

  private final transient RetriedTypes types;
  private final transient BeanChecks checks;
  private final transient RetriedBeans beans = new RetriedBeans();
  private final transient Mistakes atStart = new Mistakes();
  private transient volatile boolean started;

  RetryableBeanPostProcessor(RetriedTypes types, BeanChecks checks) {
    this.types = types;
    this.checks = checks;
    setBeforeExistingAdvisors(true);
  }

  RetriedBeans beans() {
    return beans;
  }

  BeanRetries retries() {
    return types.retries();
  }

  /** Used to predict the type of a bean, before there is one. */
  @Override
  protected boolean isEligible(Class<?> targetClass) {
    return types.of(ClassUtils.getUserClass(targetClass), List.of()).isPresent();
  }

  @Override
  public @Nullable Class<?> determineBeanType(Class<?> beanClass, String beanName) {
    Optional<RetriedType> type = types.of(ClassUtils.getUserClass(beanClass), List.of());
    if (type.isEmpty()) {
      return beanClass;
    }
    ProxyFactory factory = new ProxyFactory();
    factory.copyFrom(this);
    factory.setTargetClass(beanClass);
    chooseProxy(factory, beanClass);
    factory.addAdvisor(new RetryAdvisor(type.get()));
    return factory.getProxyClass(getProxyClassLoader());
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    if (bean instanceof AopInfrastructureBean || isDecorator(bean)) {
      return bean;
    }
    RetryAdvisor present = RetriedBeans.retriesOf(bean);
    if (present != null) { // it is also the bean of another name
      RetriedBeans.Entry unused = beans.add(beanName, present.type(), (Advised) bean);
      return bean;
    }
    Class<?> target = ClassUtils.getUserClass(AopProxyUtils.ultimateTargetClass(bean));
    List<Class<?>> proxied =
        BeanMethods.isGenerated(bean.getClass())
            ? List.of(bean.getClass().getInterfaces())
            : List.of();
    RetriedType type = types.of(target, proxied).orElse(null);
    if (type == null) {
      return bean;
    }
    Mistakes mistakes = started ? new Mistakes() : atStart;
    Object retried = retried(bean, beanName, type, mistakes);
    if (started) {
      mistakes.throwIfAny();
    }
    return retried;
  }

  /** Returns whether a bean is a decorator of the library itself, which has retries of its own. */
  private static boolean isDecorator(Object bean) {
    Object innermost = bean;
    for (Object each = bean; each != null; ) {
      innermost = each;
      each = AopProxyUtils.getSingletonTarget(each);
    }
    return Proxy.isProxyClass(innermost.getClass())
        && Proxy.getInvocationHandler(innermost) instanceof Decorated<?>;
  }

  /** The bean with retries; without them if that is a mistake, which stops the start. */
  private Object retried(Object bean, String beanName, RetriedType type, Mistakes mistakes) {
    checks.checkAnnotations(beanName, type, mistakes);
    if (!type.invalid().isEmpty()) {
      return bean;
    }
    Object retried = advised(bean, beanName, new RetryAdvisor(type));
    if (retried == null) {
      mistakes.add(BeanChecks.finalClass(beanName, type.type()));
      return bean;
    }
    checks.checkProxy(beanName, type, retried, mistakes);
    RetriedBeans.Entry entry = beans.add(beanName, type, (Advised) retried);
    if (started) {
      entry.check(mistakes);
    }
    return retried;
  }

  /** The proxy of a bean; null if there can be none. */
  private @Nullable Object advised(Object bean, String beanName, Advisor advisor) {
    if (bean instanceof Advised proxy && !proxy.isFrozen()) {
      AdvisorOrder.add(advisor, proxy);
      return bean;
    }
    ProxyFactory factory = prepareProxyFactory(bean, beanName);
    chooseProxy(factory, bean.getClass());
    if (Modifier.isFinal(bean.getClass().getModifiers()) && factory.isProxyTargetClass()) {
      return null;
    }
    factory.addAdvisor(advisor);
    return factory.getProxy(getProxyClassLoader());
  }

  /** A final class has no subclass, but its interfaces can be implemented. */
  private void chooseProxy(ProxyFactory factory, Class<?> beanClass) {
    if (Modifier.isFinal(beanClass.getModifiers())) {
      factory.setProxyTargetClass(false);
    }
    if (!factory.isProxyTargetClass()) {
      evaluateProxyInterfaces(beanClass, factory);
    }
  }

  /**
   * Reads the policies of all beans that were created before the registry was there, and reports
   * the mistakes of all beans.
   */
  @Override
  public void afterSingletonsInstantiated() {
    started = true;
    beans.check(atStart);
    atStart.throwIfAny();
  }
}
