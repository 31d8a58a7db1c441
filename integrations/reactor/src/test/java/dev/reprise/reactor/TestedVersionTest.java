package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** The build runs the tests with two versions of Reactor. */
class TestedVersionTest {

  @Test
  void the_tests_run_with_the_version_of_their_execution() {
    assertThat(Mono.class.getPackage().getImplementationVersion())
        .startsWith(System.getProperty("reactor.tested", "3.7"));
  }
}
