package dev.reprise.verification.spring.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.stereotype.Service;

class VariantTest {

  @ParameterizedTest
  @EnumSource
  void an_application_has_twenty_methods_retried_by_its_starter(Variant variant) {
    try (ConfigurableApplicationContext application =
        StartedApplication.start(variant.services())) {
      List<Object> services =
          List.copyOf(application.getBeansWithAnnotation(Service.class).values());

      assertThat(services).hasSize(4);
      assertThat(services.stream().mapToLong(VariantTest::advisedMethods).sum())
          .isEqualTo(variant == Variant.PLAIN ? 0 : 20);
    }
  }

  private static long advisedMethods(Object service) {
    Class<?> type = AopUtils.getTargetClass(service);
    return service instanceof Advised proxy
        ? Arrays.stream(type.getDeclaredMethods())
            .filter(method -> isAdvised(proxy, method, type))
            .count()
        : 0;
  }

  private static boolean isAdvised(Advised proxy, Method method, Class<?> type) {
    return Arrays.stream(proxy.getAdvisors())
        .filter(PointcutAdvisor.class::isInstance)
        .map(advisor -> ((PointcutAdvisor) advisor).getPointcut())
        .filter(pointcut -> pointcut != Pointcut.TRUE)
        .anyMatch(pointcut -> pointcut.getMethodMatcher().matches(method, type));
  }

  @Test
  void only_an_application_that_needs_a_library_has_its_jars() {
    assertThat(Variant.PLAIN.classPath()).doesNotContain("resilience4j", "spring-boot-starter/tar");
    assertThat(Variant.THEIRS.classPath()).contains("resilience4j-spring-boot4");
    assertThat(Variant.OURS.classPath()).doesNotContain("resilience4j", "aspectjweaver");
    assertThat(Variant.OURS.classPath().length()).isGreaterThan(Variant.PLAIN.classPath().length());
  }
}
