package dev.reprise.spark.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the command that the guide describes. */
@Tag("proof")
class ClusterJobTest {

  /** The first job builds what it needs, as for a reader of the guide; later ones use that. */
  private static boolean isBuilt;

  @ParameterizedTest
  @CsvSource({"40000, 6000, 4.2.0, 0", "20000, 6000, 4.2.0, 1500"})
  void every_row_is_written_once_when_an_executor_is_killed(
      long rows, long units, String version, long limit, @TempDir Path folder) throws Exception {
    run(Path.of(System.getProperty("java.home")), rows, units, version, limit, folder);
  }

  /** The Hadoop version of Spark 4.1 does not start on a JDK newer than 21. */
  @Test
  void every_row_is_written_once_on_an_older_spark(@TempDir Path folder) throws Exception {
    run(olderJdk(), 20_000, 1_500, "4.1.3", 0, folder);
  }

  private static Path olderJdk() {
    if (Runtime.version().feature() <= 21) {
      return Path.of(System.getProperty("java.home"));
    }
    String home = System.getProperty("reprise.older.jdk", System.getenv("REPRISE_OLDER_JDK"));
    assumeTrue(
        home != null,
        "Spark 4.1 needs a JDK 17 or 21: set its folder in -Dreprise.older.jdk or"
            + " REPRISE_OLDER_JDK");
    return Path.of(home);
  }

  private static void run(Path jdk, long rows, long units, String version, long limit, Path folder)
      throws Exception {
    Path output = folder.resolve("output");
    ProcessBuilder command =
        new ProcessBuilder(
                Path.of("job").toAbsolutePath().toString(),
                "" + Long.getLong("rows", rows),
                "" + units,
                version,
                "" + limit)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    command.environment().put("JAVA_HOME", jdk.toString());
    command.environment().put("REPRISE_JOB_BUILT", Boolean.toString(isBuilt));
    Process job = command.start();

    try {
      int ended = job.waitFor();
      assertThat(ended).as(() -> read(output)).isZero();
    } finally {
      List<ProcessHandle> all =
          Stream.concat(job.descendants(), Stream.of(job.toHandle())).toList();
      all.forEach(ProcessHandle::destroyForcibly);
    }
    isBuilt = true;
    assertThat(output)
        .content()
        .containsPattern("executors killed +1\n")
        .containsPattern("rows missing or different in the table +0\n")
        .contains("The table holds exactly the input.");
    if (limit > 0) {
      Matcher above =
          Pattern.compile("write units above the limit at most +([\\d,]+)").matcher(read(output));
      assertThat(above.find()).isTrue();
      assertThat(Long.parseLong(above.group(1).replace(",", ""))).isLessThan(limit / 2);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
