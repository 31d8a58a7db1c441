package dev.reprise.testbed.http.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * JUnit ignores an area without {@code @Nested}, and failure reports do not contain the area, so
 * names must be unique.
 */
class ContractAreasTest {

  private static final List<Class<?>> AREAS =
      Stream.of(HttpFaultContract.class, Http2FaultContract.class)
          .flatMap(contract -> Stream.of(contract.getDeclaredClasses()))
          .toList();

  @Test
  void junit_finds_every_area_of_the_contracts() {
    assertThat(AREAS)
        .hasSizeGreaterThan(10)
        .allMatch(FaultScenarios.class::isAssignableFrom)
        .allMatch(area -> area.isAnnotationPresent(Nested.class));
  }

  @Test
  void the_names_of_scenarios_are_unique() {
    assertThat(AREAS)
        .flatMap(area -> List.of(declaring(area).getDeclaredMethods()))
        .filteredOn(ContractAreasTest::isScenario)
        .hasSizeGreaterThan(40)
        .extracting(Method::getName)
        .doesNotHaveDuplicates();
  }

  /** Returns the class with the scenarios: the area itself for HTTP/2, otherwise its superclass. */
  private static Class<?> declaring(Class<?> area) {
    return area.getSuperclass() == FaultScenarios.class ? area : area.getSuperclass();
  }

  private static boolean isScenario(Method method) {
    return method.isAnnotationPresent(Test.class) || method.isAnnotationPresent(TestFactory.class);
  }
}
