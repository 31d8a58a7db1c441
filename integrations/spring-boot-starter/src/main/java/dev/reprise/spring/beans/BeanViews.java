package dev.reprise.spring.beans;

import dev.reprise.Decorated;
import dev.reprise.Retry;
import dev.reprise.declared.RetryMethod;
import dev.reprise.policy.RetryPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.TargetSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ProxyFactory;

/** Views of retried beans with another policy, for {@link Decorated#withPolicy}. */
final class BeanViews {

  private BeanViews() {}

  /** The parts of a retried bean; null for any other object. */
  static @Nullable Decorated<?> find(Object bean) {
    if (!(bean instanceof Advised proxy)) {
      return null;
    }
    RetriedType type = typeOf(proxy);
    return type == null ? null : new RetriedBeanParts(bean, proxy, type);
  }

  /** The retried methods of a proxy, or of the bean to which a scoped or lazy proxy leads. */
  private static @Nullable RetriedType typeOf(Advised proxy) {
    for (Advisor advisor : proxy.getAdvisors()) {
      if (advisor instanceof RetryAdvisor retries) {
        return retries.type();
      }
    }
    return targetOf(proxy.getTargetSource()) instanceof Advised inner ? typeOf(inner) : null;
  }

  private static @Nullable Object targetOf(TargetSource source) {
    try {
      return source.getTarget();
    } catch (Exception absent) {
      // A scope that is not active has no bean.
      return null;
    }
  }

  private static Object view(Object bean, Advised proxy, RetryPolicy policy) {
    ProxyFactory factory = new ProxyFactory(proxy.getProxiedInterfaces());
    factory.setProxyTargetClass(proxy.isProxyTargetClass());
    factory.setExposeProxy(proxy.isExposeProxy());
    boolean changed = false;
    for (Advisor advisor : proxy.getAdvisors()) {
      boolean retries = advisor instanceof RetryAdvisor;
      changed |= retries;
      factory.addAdvisor(
          retries ? new RetryAdvisor(((RetryAdvisor) advisor).type().withPolicy(policy)) : advisor);
    }
    TargetSource source = proxy.getTargetSource();
    factory.setTargetSource(changed ? source : new ViewedTarget(source, policy));
    return factory.getProxy(bean.getClass().getClassLoader());
  }

  /** The bean of a scoped or lazy proxy, or of an outer proxy, with another policy. */
  private record ViewedTarget(TargetSource source, RetryPolicy policy) implements TargetSource {

    @Override
    public @Nullable Class<?> getTargetClass() {
      return source.getTargetClass();
    }

    @Override
    public boolean isStatic() {
      return false;
    }

    @Override
    public @Nullable Object getTarget() throws Exception {
      Object target = source.getTarget();
      return target instanceof Advised proxy && typeOf(proxy) != null
          ? view(target, proxy, policy)
          : target;
    }

    @Override
    public void releaseTarget(Object target) {
      // Views of prototypes are not pooled.
    }
  }

  /** A retried bean in the form of the library's own decorators. */
  private static final class RetriedBeanParts extends Decorated<Object> {

    RetriedBeanParts(Object bean, Advised proxy, RetriedType type) {
      super(
          retry(type),
          targetOrBean(bean, proxy),
          changed -> view(bean, proxy, changed.policy()),
          rules(type));
    }

    private static Object targetOrBean(Object bean, Advised proxy) {
      Object target = BeanViews.targetOf(proxy.getTargetSource());
      return target == null ? bean : target;
    }

    private static Retry retry(RetriedType type) {
      return rules(type).get(0).retry();
    }

    private static List<RetryMethod> rules(RetriedType type) {
      return type.methods().values().stream().map(RetriedMethod::rule).toList();
    }
  }
}
