package dev.reprise.spring.beans;

import dev.reprise.Decorated;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.beans.factory.BeanCreationException;
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

  private final transient BeanRetries retries;
  private final transient Candidates candidates = new Candidates();
  private final transient Map<List<Class<?>>, RetriedType> types = new ConcurrentHashMap<>();
  private final transient BeanChecks checks = new BeanChecks();
  private final transient RetriedBeans beans = new RetriedBeans();
  private transient volatile boolean started;

  RetryableBeanPostProcessor(BeanRetries retries) {
    this.retries = retries;
    setBeforeExistingAdvisors(true);
  }

  RetriedBeans beans() {
    return beans;
  }

  BeanRetries retries() {
    return retries;
  }

  /** Used to predict the type of a bean, before there is one. */
  @Override
  protected boolean isEligible(Class<?> targetClass) {
    return typeOf(ownersOf(ClassUtils.getUserClass(targetClass), List.of())).isPresent();
  }

  @Override
  public @Nullable Class<?> determineBeanType(Class<?> beanClass, String beanName) {
    Optional<RetriedType> type = typeOf(ownersOf(ClassUtils.getUserClass(beanClass), List.of()));
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
    if (bean instanceof AopInfrastructureBean) {
      return bean;
    }
    Class<?> target = ClassUtils.getUserClass(AopProxyUtils.ultimateTargetClass(bean));
    List<Class<?>> proxied =
        Proxy.isProxyClass(bean.getClass()) ? List.of(bean.getClass().getInterfaces()) : List.of();
    RetriedType type = typeOf(ownersOf(target, proxied)).orElse(null);
    if (type == null) {
      return bean;
    }
    checks.checkAnnotations(beanName, type);
    RetryAdvisor advisor = new RetryAdvisor(type);
    Object retried = advised(bean, beanName, advisor);
    checks.checkProxy(beanName, type, retried);
    RetriedBeans.Entry entry = beans.add(beanName, type, (Advised) retried);
    if (started) {
      entry.check();
    }
    return retried;
  }

  private Object advised(Object bean, String beanName, Advisor advisor) {
    if (bean instanceof Advised proxy && !proxy.isFrozen()) {
      AdvisorOrder.add(advisor, proxy);
      return bean;
    }
    ProxyFactory factory = prepareProxyFactory(bean, beanName);
    chooseProxy(factory, bean.getClass());
    if (Modifier.isFinal(bean.getClass().getModifiers()) && factory.isProxyTargetClass()) {
      throw new BeanCreationException(
          beanName,
          bean.getClass().getSimpleName()
              + " is final and has no interface, so that no proxy can retry its calls");
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

  /** The class of a bean, and the interfaces that only its proxy has, if they may be retried. */
  private List<Class<?>> ownersOf(Class<?> target, List<Class<?>> proxied) {
    List<Class<?>> owners = new ArrayList<>();
    if (!Proxy.isProxyClass(target) && candidates.contains(target)) {
      owners.add(target);
    }
    for (Class<?> type : proxied) {
      if (!type.isAssignableFrom(target) || Proxy.isProxyClass(target)) {
        if (candidates.contains(type)) {
          owners.add(type);
        }
      }
    }
    return owners;
  }

  private Optional<RetriedType> typeOf(List<Class<?>> owners) {
    if (owners.isEmpty()) {
      return Optional.empty();
    }
    RetriedType type = types.computeIfAbsent(owners, all -> new RetriedType(all, retries));
    return type.methods().isEmpty() ? Optional.empty() : Optional.of(type);
  }

  /** Reads the policies of all beans that were created before the registry was there. */
  @Override
  public void afterSingletonsInstantiated() {
    started = true;
    beans.check();
  }
}
