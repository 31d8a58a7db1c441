package dev.reprise.verification.benchmarks.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.reprise.verification.benchmarks.process.ChildProcess;
import dev.reprise.verification.benchmarks.process.Facts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class WaitingThreadsTest {

  private static final int COUNT = 100;

  /** The contenders; empty on a JDK without virtual threads. */
  @TestFactory
  Stream<DynamicTest> all_threads_come_back() {
    return Stream.of(BlockingContender.values())
        .filter(contender -> VirtualThreads.exist())
        .map(contender -> dynamicTest("of " + contender, () -> allComeBack(contender)));
  }

  private static void allComeBack(BlockingContender contender) throws IOException {
    Facts facts = new VirtualProbe(contender, COUNT, Duration.ofMillis(50)).measure(false);

    assertThat(facts.get("completed")).isEqualTo(COUNT);
    assertThat(facts.get("pinned")).isNotNegative();
  }

  @Test
  void a_jdk_without_virtual_threads_says_so() {
    if (VirtualThreads.exist()) {
      return;
    }
    assertThatThrownBy(() -> VirtualThreads.start(() -> {}))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("need JDK 21");
    assertThatThrownBy(() -> WaitingThreads.home(Optional.empty(), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("name one with --jdk PATH or REPRISE_JDK");
  }

  @Test
  void prefers_the_jdk_of_the_option_to_that_of_the_environment_and_of_this_process() {
    Map<String, String> environment = Map.of("REPRISE_JDK", "jdk-of-the-environment");

    assertThat(WaitingThreads.home(Optional.of("named-jdk"), environment))
        .isEqualTo(Path.of("named-jdk"));
    assertThat(WaitingThreads.home(Optional.empty(), environment))
        .isEqualTo(Path.of("jdk-of-the-environment"));
    if (VirtualThreads.exist()) {
      assertThat(WaitingThreads.home(Optional.empty(), Map.of())).isEqualTo(ChildProcess.ownHome());
    }
  }
}
