package dev.reprise.spring.beans;

import dev.reprise.PlainCall;
import dev.reprise.Retry;
import dev.reprise.declared.RetryMethod;
import dev.reprise.report.RetryReport;
import java.lang.reflect.Method;
import java.util.Optional;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ReflectiveMethodInvocation;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;

/**
 * Retries the methods of a class of beans. Each attempt passes all later advisors again, so that it
 * has its own transaction.
 */
final class RetryAdvisor extends AbstractPointcutAdvisor {

  private static final long serialVersionUID = 1;

  /** If true, {@link SuspendingCalls} can be loaded. */
  private static final boolean SUSPENDS_AS_MONO =
      ClassUtils.isPresent("kotlinx.coroutines.reactor.MonoKt", null);

  private final transient RetriedType type;
  private final transient Pointcut pointcut;
  private final transient MethodInterceptor advice;

  RetryAdvisor(RetriedType type) {
    this.type = type;
    pointcut = new Retried(type);
    advice = new Interceptor(type);
  }

  RetriedType type() {
    return type;
  }

  @Override
  public Pointcut getPointcut() {
    return pointcut;
  }

  @Override
  public Advice getAdvice() {
    return advice;
  }

  /** Its methods; what the annotations mean is decided elsewhere. */
  private static final class Retried extends StaticMethodMatcherPointcut {

    private final RetriedType type;

    Retried(RetriedType type) {
      this.type = type;
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
      return type.method(method).isPresent();
    }
  }

  /** Makes the calls. */
  private static final class Interceptor implements MethodInterceptor {

    private final RetriedType type;

    Interceptor(RetriedType type) {
      this.type = type;
    }

    @Override
    @SuppressWarnings("NullAway") // nullness of type arguments is not checked
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
      Optional<RetriedMethod> retried = type.method(invocation.getMethod());
      if (retried.isEmpty()) {
        return invocation.proceed();
      }
      ProxyMethodInvocation repeatable = (ProxyMethodInvocation) invocation;
      RetryMethod rule = retried.get().rule();
      if (rule.returnsStage() && isBehindAsync(repeatable)) {
        rule = rule.onCallingThread();
      }
      Retry retry = rule.retry();
      return rule.isPlain(retry) ? plainCall(retry, rule, repeatable) : call(rule, repeatable);
    }

    @SuppressWarnings("NullAway") // nullness of type arguments is not checked
    private @Nullable Object call(RetryMethod rule, ProxyMethodInvocation invocation) {
      boolean innermost = isInnermost(invocation);
      if (SUSPENDS_AS_MONO && KotlinDetector.isSuspendingFunction(invocation.getMethod())) {
        return SuspendingCalls.call(
            rule, invocation, invocation.getProxy(), values -> attempt(invocation, false, values));
      }
      return rule.call(
          values -> attempt(invocation, innermost, values),
          invocation.getProxy(),
          invocation.getThis(),
          invocation.getArguments());
    }

    /** Captures the invocation only after a failure, so a first attempt that returns is cheap. */
    @SuppressWarnings("NullAway") // nullness of type arguments is not checked
    private @Nullable Object plainCall(
        Retry retry, RetryMethod rule, ProxyMethodInvocation invocation) {
      boolean innermost = isInnermost(invocation);
      long start = PlainCall.startTick(retry);
      long mark = RetryReport.mark();
      Object value;
      try {
        value = rule.checked(attempt(invocation, innermost));
      } catch (Throwable failure) {
        return PlainCall.afterFailure(
            retry, () -> rule.checked(attempt(invocation, innermost)), failure, start, mark);
      }
      PlainCall.succeeded(retry, start);
      return value;
    }

    /**
     * An invocation passes each later advisor only once, so each attempt needs a copy, made before
     * the first one. If there is no later advisor, no attempt changes the invocation.
     */
    private static @Nullable Object attempt(ProxyMethodInvocation invocation, boolean innermost)
        throws Throwable {
      return innermost ? invocation.proceed() : invocation.invocableClone().proceed();
    }

    /** As above, with other arguments where an adapter has replaced them. */
    private static @Nullable Object attempt(
        ProxyMethodInvocation invocation, boolean innermost, @Nullable Object @Nullable [] values)
        throws Throwable {
      return values == null || values == invocation.getArguments()
          ? attempt(invocation, innermost)
          : invocation.invocableClone(values).proceed();
    }

    private boolean isInnermost(ProxyMethodInvocation invocation) {
      return invocation instanceof ReflectiveMethodInvocation
          && invocation.getProxy() instanceof Advised proxy
          && isLast(proxy);
    }

    private boolean isLast(Advised proxy) {
      int index = proxy.indexOf(this);
      return index >= 0 && index == proxy.getAdvisorCount() - 1;
    }

    /**
     * Returns whether this is the thread of an {@code @Async} method, which waits for the method's
     * stage in any case. Later attempts belong there too, not on the executor of the retry.
     */
    private static boolean isBehindAsync(ProxyMethodInvocation invocation) {
      if (invocation.getProxy() instanceof Advised proxy) {
        for (Advisor advisor : proxy.getAdvisors()) {
          if (advisor instanceof RetryAdvisor) {
            return false;
          }
          if (AdvisorOrder.isAsync(advisor) && advisor instanceof PointcutAdvisor chosen) {
            Class<?> target = AopUtils.getTargetClass(invocation.getProxy());
            return chosen.getPointcut().getMethodMatcher().matches(invocation.getMethod(), target);
          }
        }
      }
      return false;
    }
  }
}
