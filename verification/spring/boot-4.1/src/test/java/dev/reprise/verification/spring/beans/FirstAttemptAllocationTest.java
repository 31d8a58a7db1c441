package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.reprise.declared.Retryable;
import java.lang.management.ManagementFactory;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;

/**
 * Allocation of a first attempt that succeeds, through the proxy of a bean, after earlier calls
 * have failed.
 *
 * <p>The lowest of several rounds counts, because the virtual machine allocates once when it
 * compiles.
 */
@Timeout(60)
class FirstAttemptAllocationTest {

  private static final int CALLS = 20_000;
  private static final int ROUNDS = 12;
  private static final int FIRST_CALLS = 50;

  /**
   * The operation of the retry, and the optional in which the policy {@code default} is found. The
   * optimizing compiler saves both.
   */
  private static final long OPERATION_AND_OPTIONAL = 24 + 16;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static class Plain {

    private boolean down;

    public void setDown(boolean down) {
      this.down = down;
    }

    public String find(String id) {
      if (down) {
        throw new Failure(1);
      }
      return id;
    }
  }

  static class Ours extends Plain {

    @Override
    @Retryable
    public String find(String id) {
      return super.find(id);
    }
  }

  static class Theirs extends Plain {

    @Override
    @org.springframework.resilience.annotation.Retryable(delay = 0)
    public String find(String id) {
      return super.find(id);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableResilientMethods(proxyTargetClass = true)
  static class Both {

    @Bean
    Ours ours() {
      return new Ours();
    }

    @Bean
    Theirs theirs() {
      return new Theirs();
    }
  }

  @Test
  void a_first_attempt_allocates_no_more_than_by_the_retryable_of_spring() {
    BeanApplication.with(Both.class)
        .run(
            context ->
                assertThat(bytesPerCall(context.getBean(Ours.class)))
                    .isLessThanOrEqualTo(bytesPerCall(context.getBean(Theirs.class))));
  }

  @Test
  void a_first_attempt_makes_no_copy_of_the_invocation() {
    ProxyFactory factory = new ProxyFactory(new Plain());
    factory.setProxyTargetClass(true);
    factory.addAdvice((MethodInterceptor) invocation -> invocation.proceed());
    long proceeding = bytesPerCall((Plain) factory.getProxy());
    BeanApplication.with(Both.class)
        .run(
            context ->
                assertThat(bytesPerCall(context.getBean(Ours.class)))
                    .isLessThanOrEqualTo(proceeding + OPERATION_AND_OPTIONAL));
  }

  private static long bytesPerCall(Plain bean) {
    bean.setDown(true);
    for (int call = 0; call < FIRST_CALLS; call++) {
      assertThatThrownBy(() -> bean.find("7")).isInstanceOf(Failure.class);
    }
    bean.setDown(false);
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int call = 0; call < CALLS; call++) {
        bean.find("7");
      }
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    return least / CALLS;
  }
}
