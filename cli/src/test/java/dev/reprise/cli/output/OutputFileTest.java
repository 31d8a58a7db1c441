package dev.reprise.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "checks permissions of POSIX")
class OutputFileTest {

  @TempDir private Path folder;

  private static void write(OutputFile file, String text) throws IOException {
    file.stream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private Path old() throws IOException {
    return Files.writeString(folder.resolve("out"), "old");
  }

  @Test
  void an_existing_file_stays_until_the_new_one_is_complete() throws IOException {
    Path old = old();
    try (OutputFile file = OutputFile.open(old)) {
      write(file, "new");
      assertThat(old).hasContent("old");
      file.complete();
    }
    assertThat(old).hasContent("new");
    assertThat(names()).containsExactly("out");
  }

  @Test
  void an_incomplete_file_is_removed() throws IOException {
    Path old = old();
    try (OutputFile file = OutputFile.open(old)) {
      write(file, "new");
      assertThat(names()).hasSize(2);
    }
    assertThat(old).hasContent("old");
    assertThat(names()).containsExactly("out");
  }

  @Test
  void files_open_at_the_end_of_the_process_are_removed_and_cannot_be_completed()
      throws IOException {
    Path old = old();
    try (OutputFile file = OutputFile.open(old)) {
      write(file, "new");
      OutputFile.removeAll();
      assertThat(names()).containsExactly("out");
      assertThatThrownBy(file::complete).hasMessageContaining("cannot write " + old);
    }
    assertThat(old).hasContent("old");
  }

  @Test
  void a_left_over_part_file_is_removed_but_not_one_in_use() throws IOException {
    Path out = folder.resolve("out");
    Files.writeString(folder.resolve("out.0123abcd.part"), "left");
    Files.writeString(folder.resolve("out.notes.part"), "somebody's own");
    Files.writeString(folder.resolve("other.0123abcd.part"), "of another file");
    try (OutputFile first = OutputFile.open(out);
        OutputFile second = OutputFile.open(out)) {
      assertThat(names())
          .hasSize(4)
          .contains("out.notes.part", "other.0123abcd.part")
          .doesNotContain("out.0123abcd.part");
      write(first, "first");
      write(second, "second");
      first.complete();
      assertThat(out).hasContent("first");
      second.complete();
      assertThat(out).hasContent("second");
    }
    assertThat(names()).containsExactly("other.0123abcd.part", "out", "out.notes.part");
  }

  @Test
  void a_part_file_that_another_process_writes_is_not_removed() throws Exception {
    Path part = folder.resolve("out.0123abcd.part");
    try (FileOutputStream other = new FileOutputStream(part.toFile());
        var lock = other.getChannel().lock()) {
      assertThat(lock.isValid()).isTrue();
      OutputFile.write(folder.resolve("out"), to -> to.write('x'));
      assertThat(part).exists();
    }
    OutputFile.write(folder.resolve("out"), to -> to.write('y'));
    assertThat(names()).containsExactly("out");
  }

  @Test
  void a_link_is_followed_and_kept() throws IOException {
    Path old = old();
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("out"));
    OutputFile.write(link, to -> to.write('x'));
    assertThat(link).isSymbolicLink();
    assertThat(old).hasContent("x");

    Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), Path.of("later"));
    OutputFile.write(dangling, to -> to.write('y'));
    assertThat(dangling).isSymbolicLink();
    assertThat(folder.resolve("later")).hasContent("y");
  }

  @Test
  void a_device_is_written_and_not_replaced() throws IOException {
    Path nowhere = Path.of("/dev/null");
    OutputFile.write(nowhere, to -> to.write('x'));
    assertThat(Files.isRegularFile(nowhere)).isFalse();
    assertThat(Files.exists(nowhere)).isTrue();
  }

  @Test
  void the_new_file_has_the_permissions_of_the_old_one() throws IOException {
    Path old = old();
    Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-------"));
    OutputFile.write(old, to -> to.write('x'));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(old)))
        .isEqualTo("rw-------");
  }

  @Test
  void a_name_may_be_as_long_as_the_system_allows() throws IOException {
    String name = "n".repeat(255);
    OutputFile.write(folder.resolve(name), to -> to.write('x'));
    assertThat(names()).containsExactly(name);
  }

  @Test
  void failures_name_the_file() {
    assertThatThrownBy(() -> OutputFile.open(folder))
        .hasMessage("cannot write " + folder + ": it is a directory");
    Path nowhere = folder.resolve("no").resolve("where");
    assertThatThrownBy(() -> OutputFile.open(nowhere))
        .hasMessage("cannot write " + nowhere + ": no such file or directory");
    assertThatThrownBy(() -> OutputFile.open("a\0b")).hasMessageStartingWith("cannot write a");
    assertThatThrownBy(() -> OutputFile.write(Path.of("/dev/full"), to -> to.write('x')))
        .hasMessage("cannot write /dev/full: No space left on device");
  }
}
