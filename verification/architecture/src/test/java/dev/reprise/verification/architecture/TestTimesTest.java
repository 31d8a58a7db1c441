package dev.reprise.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code build/TestTimes.java} prints about sample modules. */
class TestTimesTest {

  private static final String PAGE =
      "| `slow` | 300 s | 70 s | | `other` | 5 s | 2 s |\n\n| `slow` | 90 s | a browser |\n| `a/b` | 30 s | a cluster |\n";

  @TempDir Path tree;

  /** What the program printed, and its exit code. */
  private record Output(String text, int code) {}

  private void module(String module, String... times) throws IOException {
    Path reports = Files.createDirectories(tree.resolve(module).resolve("target/surefire-reports"));
    for (int i = 0; i < times.length; i++) {
      Files.writeString(
          reports.resolve("TEST-" + i + ".xml"),
          "<?xml version=\"1.0\"?>\n<testsuite name=\"a\" time=\""
              + times[i]
              + "\" tests=\"1\">"
              + "<testcase name=\"b\" time=\"1000000\"/></testsuite>");
    }
  }

  private Output run() throws Exception {
    Files.createDirectories(tree.resolve("docs/design"));
    Files.writeString(tree.resolve("docs/design/build.md"), PAGE);
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                Sources.root().resolve("build/TestTimes.java").toString(),
                tree.toString())
            .redirectErrorStream(true)
            .start();
    String text = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Output(text, program.waitFor());
  }

  @Test
  void modules_are_printed_the_slowest_first_each_with_its_own_limit() throws Exception {
    module("quick", "12.5", "7.25");
    module("slow", "80.0");
    module("a/b", "31.0");
    assertThat(run())
        .isEqualTo(
            new Output(
                """
                [INFO]   80.0 s of 90 s  slow
                [WARNING]   31.0 s of 30 s  a/b
                [INFO]   19.8 s of 20 s  quick
                [INFO]  130.8 s of tests; the limits are in docs/design/build.md
                """,
                0));
  }

  /** A duration above the limit on any machine. */
  @Test
  void fails_if_the_tests_of_one_module_take_far_too_long() throws Exception {
    module("slow", "80.0");
    module("quick", "1,000,000.5");
    Output output = run();
    assertThat(output.code()).isEqualTo(1);
    assertThat(output.text())
        .startsWith("[ERROR] 1000000.5 s of 20 s  quick\n[INFO]   80.0 s of 90 s  slow\n")
        .endsWith("[ERROR] more than 4 times a limit\n");
  }
}
