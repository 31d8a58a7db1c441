package dev.reprise.verification.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build's messages about the duration of the tests of a sample module. */
class TestTimesTest {

  private static final String PAGE =
      "| `slow` | 300 s | 70 s | | `other` | 5 s | 2 s |\n\n| `slow` | 90 s | a browser |\n| `a/b` | 30 s | a cluster |\n";

  @TempDir Path tree;

  /** The output and the status of a build. */
  private record BuildOutput(String text, int code) {}

  private BuildOutput build(String module, String... times) throws Exception {
    Files.createDirectories(tree.resolve("docs/design"));
    Files.writeString(tree.resolve("docs/design/build.md"), PAGE);
    Path reports = Files.createDirectories(tree.resolve(module).resolve("target/reports"));
    for (int i = 0; i < times.length; i++) {
      Files.writeString(
          reports.resolve("TEST-" + i + ".xml"),
          "<?xml version=\"1.0\"?>\n<testsuite name=\"a\" time=\""
              + times[i]
              + "\" tests=\"1\">"
              + "<testcase name=\"b\" time=\"1000000\"/></testsuite>");
    }
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                Sources.root().resolve("build/TestTimes.java").toString(),
                tree.toString(),
                tree.resolve(module).toString(),
                reports.toString())
            .redirectErrorStream(true)
            .start();
    String text = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new BuildOutput(text.strip(), program.waitFor());
  }

  @Test
  void prints_the_time_of_tests_within_the_limit() throws Exception {
    assertThat(build("quick", "12.5", "7.25"))
        .isEqualTo(
            new BuildOutput(
                "[INFO] the tests of quick took 19.8 s of 20 s (docs/design/build.md)", 0));
  }

  @Test
  void a_module_has_the_limit_that_the_page_gives_it() throws Exception {
    assertThat(build("slow", "80.0").text()).startsWith("[INFO]").contains("80.0 s of 90 s");
    assertThat(build("a/b", "31.0").text())
        .startsWith("[WARNING]")
        .contains("a/b took 31.0 s of 30");
  }

  /** A duration above the limit on any machine. */
  @Test
  void fails_if_the_tests_take_far_too_long() throws Exception {
    BuildOutput output = build("quick", "1,000,000.5");
    assertThat(output.code()).isEqualTo(1);
    assertThat(output.text())
        .startsWith("[ERROR]")
        .contains("1000000.5 s of 20 s", "more than twice");
  }
}
