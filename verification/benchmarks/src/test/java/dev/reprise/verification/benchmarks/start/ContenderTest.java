package dev.reprise.verification.benchmarks.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.verification.benchmarks.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContenderTest {

  private static final Path HOME = ChildProcess.ownHome();

  @Test
  void runs_hello_with_default_flags_and_with_those_of_the_launcher() throws Exception {
    Path java = HOME.resolve("bin").resolve("java");
    Path classes = Path.of(Hello.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Contender> hellos =
        Contender.all(java, classes, Path.of("reprise")).stream()
            .filter(each -> each.title().startsWith("Hello"))
            .toList();
    assertThat(hellos).hasSize(2);
    for (Contender hello : hellos) {
      assertThat(hello.run(HOME)).isPositive();
    }
  }

  @Test
  void a_command_that_fails_is_an_error() {
    assertThatThrownBy(() -> new Contender("", List.of("false")).run(HOME))
        .isInstanceOf(IOException.class)
        .hasMessage("[false] ended with status 1");
  }

  @Test
  void the_median_is_the_middle_value_or_the_mean_of_the_middle_two() {
    assertThat(Times.of(List.of(3.0, 900.0, 1.0))).isEqualTo(new Times(3, 1));
    assertThat(Times.of(List.of(4.0, 1.0, 2.0, 900.0))).isEqualTo(new Times(3, 1));
  }
}
