package dev.reprise.testbed.http.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** JUnit passes over an area that is not nested; a report of failures names no area. */
class ContractAreasTest {

  private static final List<Class<?>> AREAS =
      Stream.of(HttpFaultContract.class, Http2FaultContract.class)
          .flatMap(contract -> Stream.of(contract.getDeclaredClasses()))
          .toList();

  @Test
  void every_class_within_the_contracts_is_an_area_that_junit_finds() {
    assertThat(AREAS)
        .hasSizeGreaterThan(10)
        .allMatch(FaultScenarios.class::isAssignableFrom)
        .allMatch(area -> area.isAnnotationPresent(Nested.class));
  }

  @Test
  void no_two_scenarios_of_a_client_have_one_name() {
    assertThat(AREAS)
        .flatMap(area -> List.of(declaring(area).getDeclaredMethods()))
        .filteredOn(ContractAreasTest::isScenario)
        .hasSizeGreaterThan(40)
        .extracting(Method::getName)
        .doesNotHaveDuplicates();
  }

  /** Areas for HTTP/2 declare their scenarios themselves. */
  private static Class<?> declaring(Class<?> area) {
    return area.getSuperclass() == FaultScenarios.class ? area : area.getSuperclass();
  }

  private static boolean isScenario(Method method) {
    return method.isAnnotationPresent(Test.class) || method.isAnnotationPresent(TestFactory.class);
  }
}
