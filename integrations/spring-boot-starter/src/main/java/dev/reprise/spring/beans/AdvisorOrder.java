package dev.reprise.spring.beans;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.interceptor.AsyncExecutionInterceptor;
import org.springframework.cache.interceptor.CacheInterceptor;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * The order of the advisors around a retried bean: {@code @Async}, the retries, {@code @Cacheable},
 * {@code @Transactional}, whichever was declared first.
 */
final class AdvisorOrder {

  /** Absent in an application without transactions. */
  private static final @Nullable Class<?> TRANSACTIONS =
      present("org.springframework.transaction.interceptor.TransactionInterceptor");

  private AdvisorOrder() {}

  private static @Nullable Class<?> present(String name) {
    ClassLoader loader = AdvisorOrder.class.getClassLoader();
    return ClassUtils.isPresent(name, loader) ? ClassUtils.resolveClassName(name, loader) : null;
  }

  static boolean isAsync(Advisor advisor) {
    return advisor.getAdvice() instanceof AsyncExecutionInterceptor;
  }

  /** Adds the advisor of retries behind that of {@code @Async}, and before all others. */
  static void add(Advisor retries, Advised proxy) {
    Advisor[] advisors = proxy.getAdvisors();
    int behind = 0;
    for (int i = 0; i < advisors.length; i++) {
      if (isAsync(advisors[i])) {
        behind = i + 1;
      }
    }
    proxy.addAdvisor(behind, retries);
    cacheBeforeTransactions(proxy);
  }

  /**
   * By default both have the same order, so that the first declared one is outside. An order that
   * the application sets is kept.
   */
  private static void cacheBeforeTransactions(Advised proxy) {
    Advisor[] advisors = proxy.getAdvisors();
    int transactions = -1;
    for (int i = 0; i < advisors.length; i++) {
      if (TRANSACTIONS != null && TRANSACTIONS.isInstance(advisors[i].getAdvice())) {
        transactions = i;
      } else if (transactions >= 0
          && advisors[i].getAdvice() instanceof CacheInterceptor
          && order(advisors[i]) == order(advisors[transactions])) {
        proxy.removeAdvisor(i);
        proxy.addAdvisor(transactions, advisors[i]);
        return;
      }
    }
  }

  private static int order(Advisor advisor) {
    return advisor instanceof Ordered ordered ? ordered.getOrder() : Ordered.LOWEST_PRECEDENCE;
  }
}
