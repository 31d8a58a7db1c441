package dev.reprise.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The areas of the contract are there to be read; reports name the user's class alone. */
class ContractAreasTest {

  private static final List<Class<?>> AREAS =
      List.of(RetryDriverContract.class.getDeclaredClasses());

  @Test
  void every_class_within_the_contract_is_an_area_that_junit_finds() {
    assertThat(AREAS)
        .hasSizeGreaterThan(10)
        .allMatch(Scenarios.class::isAssignableFrom)
        .allMatch(area -> area.isAnnotationPresent(Nested.class));
  }

  @Test
  void no_two_scenarios_have_one_name() {
    assertThat(AREAS)
        .flatMap(area -> Arrays.asList(area.getSuperclass().getDeclaredMethods()))
        .filteredOn(method -> method.isAnnotationPresent(Test.class))
        .hasSizeGreaterThan(100)
        .extracting(Method::getName)
        .doesNotHaveDuplicates();
  }
}
