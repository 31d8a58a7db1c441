package dev.reprise.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests the structure of the contract: names are unique, and JUnit finds every area. */
class ContractAreasTest {

  private static final List<Class<?>> AREAS =
      List.of(RetryDriverContract.class.getDeclaredClasses());

  @Test
  void junit_finds_every_area_of_the_contract() {
    assertThat(AREAS)
        .hasSizeGreaterThan(10)
        .allMatch(Scenarios.class::isAssignableFrom)
        .allMatch(area -> area.isAnnotationPresent(Nested.class));
  }

  @Test
  void scenario_names_are_unique() {
    assertThat(AREAS)
        .flatMap(area -> Arrays.asList(area.getSuperclass().getDeclaredMethods()))
        .filteredOn(method -> method.isAnnotationPresent(Test.class))
        .hasSizeGreaterThan(100)
        .extracting(Method::getName)
        .doesNotHaveDuplicates();
  }
}
