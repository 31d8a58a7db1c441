package dev.reprise.cli.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher of a distribution, with fake Java. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a script for a POSIX shell")
class DistributionLauncherTest {

  private static final String NO_PLACE = "/dev/null/cache";

  @TempDir private Path folder;
  private Path home;
  private Path java;
  private String cache = NO_PLACE;

  @BeforeEach
  void unpack() throws Exception {
    home = Files.createDirectories(folder.resolve("a folder/reprise-1"));
    Path script = Path.of("distribution", "launcher").toAbsolutePath();
    Program.Ended ended = Program.start(new ProcessBuilder(script.toString(), "b1")).end();
    assertThat(ended.messages()).isEmpty();
    executable(home.resolve("bin/reprise"), ended.text());
    java = folder.resolve("jdk");
    makeJava(java, "17.0.15");
  }

  @Test
  void contains_nothing_for_a_checkout() throws IOException {
    assertThat(Files.readString(home.resolve("bin/reprise")))
        .doesNotContain("mvnw", "git", "target", "<checkout>", "@build@");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{home}/bin/reprise",
        "a folder/reprise-1/bin/reprise",
        "./a folder/../a folder/reprise-1/bin/./reprise",
        "./link",
        "./second link"
      })
  void passes_arguments_directory_and_exit_code(String path) throws Exception {
    Files.createSymbolicLink(folder.resolve("link"), Path.of("a folder/reprise-1/bin/reprise"));
    Files.createSymbolicLink(folder.resolve("second link"), Path.of("link"));
    Program.Ended ended = launch(path.replace("{home}", home.toString()), "run", "a b", "", "$x");
    assertThat(ended.messages()).isEmpty();
    assertThat(ended.code()).isEqualTo(42);
    assertThat(ended.text())
        .startsWith(folder.toRealPath() + "\n")
        .contains("reprise-1/reprise-cli.jar][dev.reprise.cli.Main][run][a b][][$x]");
  }

  @Test
  void its_own_runtime_precedes_every_other_java() throws Exception {
    makeJava(home.resolve("runtime"), "25.0.1");
    executable(java.resolve("bin/java"), "#!/bin/sh\nexit 43\n");
    assertThat(launch(home + "/bin/reprise").code()).isEqualTo(42);
    assertThat(launch(home + "/bin/reprise").text())
        .contains("[--enable-native-access=ALL-UNNAMED]");
  }

  @Test
  void java_is_found_in_the_path() throws Exception {
    ProcessBuilder builder = builder(home + "/bin/reprise");
    builder.environment().remove("JAVA_HOME");
    builder.environment().put("PATH", java.resolve("bin") + ":" + System.getenv("PATH"));
    assertThat(Program.start(builder).end().code()).isEqualTo(42);
  }

  @Test
  void no_java_is_an_error() throws Exception {
    ProcessBuilder builder = builder("/bin/sh", home + "/bin/reprise", "version");
    builder.environment().remove("JAVA_HOME");
    builder.environment().put("PATH", folder.toString());
    Program.Ended ended = Program.start(builder).end();
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.messages())
        .isEqualTo("reprise: no java in PATH: install Java 17 or newer, or set JAVA_HOME\n");
  }

  @Test
  void an_old_java_is_an_error() throws Exception {
    makeJava(java, "11.0.2");
    assertThat(launch(home + "/bin/reprise").messages())
        .isEqualTo("reprise: needs Java 17 or newer, but " + java + "/bin/java is 11.0.2\n");
  }

  @Test
  void a_java_home_without_java_is_an_error() throws Exception {
    Files.delete(java.resolve("bin/java"));
    assertThat(launch(home + "/bin/reprise").messages())
        .isEqualTo("reprise: JAVA_HOME is " + java + ", but has no bin/java\n");
  }

  @Test
  void the_second_command_archives_classes_for_later_ones() throws Exception {
    cache = Files.createDirectory(folder.resolve("my cache")).toString();
    Path place = Path.of(cache + "/reprise" + home.toRealPath());
    Path archive = place.resolve("b1-17.0.15.jsa");
    Files.createDirectories(place);
    Path old = Files.createFile(place.resolve("b0-17.0.15.jsa"));
    Path other = Files.createFile(place.resolve("b1-25.0.1.jsa"));
    assertThat(launch(home + "/bin/reprise").text()).contains("[-Xshare:auto]");
    assertThat(archive).doesNotExist();
    launch(home + "/bin/reprise");
    while (!Files.exists(archive)) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(launch(home + "/bin/reprise").text())
        .contains("[-XX:SharedArchiveFile=" + archive + "]");
    assertThat(old).doesNotExist();
    assertThat(other).exists();
    try (Stream<Path> left = Files.list(place)) {
      assertThat(left).containsExactlyInAnyOrder(archive, other);
    }
  }

  @Test
  void a_relative_cache_directory_is_ignored() throws Exception {
    cache = "relative";
    ProcessBuilder builder = builder(home + "/bin/reprise");
    builder.environment().put("HOME", folder.resolve("me").toString());
    Program.start(builder).end();
    assertThat(folder.resolve("relative")).doesNotExist();
    assertThat(Path.of(folder + "/me/.cache/reprise" + home.toRealPath())).isDirectory();
  }

  @Test
  void without_a_home_nothing_is_cached() throws Exception {
    cache = "";
    ProcessBuilder builder = builder(home + "/bin/reprise");
    builder.environment().remove("HOME");
    Program.Ended ended = Program.start(builder).end();
    assertThat(ended.messages()).isEmpty();
    assertThat(ended.code()).isEqualTo(42);
  }

  private Program.Ended launch(String... command) throws Exception {
    return Program.start(builder(command)).end();
  }

  private ProcessBuilder builder(String... command) {
    ProcessBuilder builder = new ProcessBuilder(List.of(command)).directory(folder.toFile());
    builder.environment().put("JAVA_HOME", java.toString());
    builder.environment().put("XDG_CACHE_HOME", cache);
    builder.environment().remove("REPRISE_JAVA_OPTS");
    return builder;
  }

  /** A Java that prints its arguments, and writes the archive that it is asked for. */
  private static void makeJava(Path place, String version) throws IOException {
    executable(
        place.resolve("bin/java"),
        """
        #!/bin/sh
        case " $* " in
          *' -Xshare:dump '*)
            for word; do
              case $word in
                -XX:SharedArchiveFile=*) echo archive >"${word#*=}" ;;
              esac
            done
            exit 0
            ;;
          *' -XX:DumpLoadedClassList='*) exit 0 ;;
        esac
        pwd
        printf '[%s]' "$@"
        exit 42
        """);
    Files.writeString(
        place.resolve("release"), "JAVA_VERSION=\"" + version + "\"\nOS_NAME=\"Linux\"\n");
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make executable: " + file);
    }
  }
}
