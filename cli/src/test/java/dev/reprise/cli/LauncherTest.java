package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script in a checkout with fake Maven and Java. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a script for a POSIX shell")
class LauncherTest {

  private static final Path SCRIPT = Path.of("..", "reprise");
  private static final String BUILDING = "reprise: building on first use";

  @TempDir private Path folder;
  private Path home;
  private Path java;

  @BeforeEach
  void check_out() throws IOException {
    home = Files.createDirectories(folder.resolve("a checkout"));
    Files.copy(SCRIPT, home.resolve("reprise"));
    executable(home.resolve("reprise"), Files.readString(SCRIPT));
    executable(
        home.resolve("mvnw"),
        """
        #!/bin/sh
        echo noise
        echo built >>builds
        printf '%s\\n' "$@" >words
        mkdir -p cli/target/quick/lib
        : >cli/target/quick/reprise-cli-1.jar
        test ! -f broken
        """);
    java = folder.resolve("jdk");
    executable(
        java.resolve("bin/java"),
        """
        #!/bin/sh
        pwd
        while [ $# -gt 0 ] && [ "$1" != dev.reprise.cli.Main ]; do shift; done
        [ $# -eq 0 ] || printf '[%s]' "$@"
        exit 42
        """);
    Files.writeString(java.resolve("release"), "JAVA_VERSION=\"17.0.15\"\nOS_NAME=\"Linux\"\n");
  }

  @Test
  void builds_on_first_use_and_prints_one_line_about_it() throws Exception {
    Program.Ended first = launch(home.resolve("reprise")).end();
    assertThat(first.messages()).startsWith(BUILDING).hasLineCount(1);
    Program.Ended second = launch(home.resolve("reprise")).end();
    assertThat(second.messages()).isEmpty();
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void builds_again_when_another_commit_is_checked_out() throws Exception {
    Path git = Files.createDirectories(home.resolve(".git/refs/heads"));
    Files.writeString(home.resolve(".git/HEAD"), "ref: refs/heads/main\n");
    Files.writeString(git.resolve("main"), "1111\n");
    launch(home.resolve("reprise")).end();
    launch(home.resolve("reprise")).end();
    assertThat(builds()).isEqualTo(1);
    Files.writeString(git.resolve("main"), "2222\n");
    launch(home.resolve("reprise")).end();
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void passes_the_commit_to_the_build() throws Exception {
    Path git = Files.createDirectories(home.resolve(".git"));
    Files.writeString(git.resolve("HEAD"), "0123456789abcdef0123456789abcdef01234567\n");
    launch(home.resolve("reprise")).end();
    assertThat(home.resolve("words")).content().contains("-Dbuild.commit=+0123456789ab\n");
  }

  @Test
  void without_git_the_build_has_no_commit() throws Exception {
    launch(home.resolve("reprise")).end();
    assertThat(home.resolve("words")).content().contains("-Dbuild.commit=\n");
  }

  @Test
  void builds_once_if_several_start_at_the_same_time() throws Exception {
    List<Program> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(launch(home.resolve("reprise"), "x"));
    }
    for (Program each : all) {
      assertThat(each.end().code()).isEqualTo(42);
    }
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void prints_the_output_of_maven_if_the_build_fails() throws Exception {
    Files.writeString(home.resolve("broken"), "");
    Program.Ended ended = launch(home.resolve("reprise")).end();
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.messages()).contains(BUILDING, "noise\n", "reprise: the build failed");
    Files.delete(home.resolve("broken"));
    assertThat(launch(home.resolve("reprise")).end().code()).isEqualTo(42);
  }

  @Test
  void passes_arguments_directory_and_exit_code_through_a_link() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("linked"), Path.of("a checkout/reprise"));
    Program.Ended ended = launch(link, "run", "a b", "", "$x", "'\"").end();
    assertThat(ended.code()).isEqualTo(42);
    assertThat(ended.text())
        .isEqualTo(folder.toRealPath() + "\n[dev.reprise.cli.Main][run][a b][][$x]['\"]");
  }

  @Test
  void follows_the_link_to_java_in_the_path() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("java"), java.resolve("bin/java"));
    assertThat(launchInPath(bin).code()).isEqualTo(42);
    assertThat(launchInPath(bin).code()).isEqualTo(42);
    Path old = folder.resolve("old jdk");
    executable(old.resolve("bin/java"), "#!/bin/sh\nexit 43\n");
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
    Files.delete(bin.resolve("java"));
    Files.createSymbolicLink(bin.resolve("java"), old.resolve("bin/java"));
    assertThat(launchInPath(bin).messages())
        .isEqualTo("reprise: needs Java 17 or newer, but " + bin + "/java is 11.0.2\n");
  }

  @Test
  void reads_the_commit_from_packed_references() throws Exception {
    Path git = Files.createDirectories(home.resolve(".git"));
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
    Files.writeString(
        git.resolve("packed-refs"),
        "# pack-refs with: peeled\n0000 refs/heads/other\n1111 refs/heads/main\n");
    launch(home.resolve("reprise")).end();
    assertThat(home.resolve("cli/target/launcher/app-1111")).isDirectory();
  }

  @Test
  void refuses_an_old_java() throws Exception {
    Files.writeString(java.resolve("release"), "JAVA_VERSION=\"1.8.0_402\"\n");
    Program.Ended ended = launch(home.resolve("reprise")).end();
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.messages())
        .isEqualTo("reprise: needs Java 17 or newer, but " + java + "/bin/java is 1.8.0_402\n");
  }

  private Program.Ended launchInPath(Path bin) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(home.resolve("reprise").toString());
    builder.environment().remove("JAVA_HOME");
    builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
    return Program.start(builder).end();
  }

  private Program launch(Path script, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("JAVA_HOME", java.toString());
    builder.environment().remove("REPRISE_JAVA_OPTS");
    return Program.start(builder);
  }

  private int builds() throws IOException {
    return Files.readAllLines(home.resolve("builds")).size();
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make executable: " + file);
    }
  }
}
