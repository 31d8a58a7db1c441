package dev.reprise.batch.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.time.TickSource;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests journals in real files, and access to them. */
class JournalFileTest {

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("journal");
  }

  private OpenJournal open() throws JournalException {
    return BatchJournal.in(file()).open(TickSource.system());
  }

  private static List<JournaledItem> marks(long from, long to) {
    return LongStream.range(from, to).mapToObj(i -> new JournaledItem(i, i)).toList();
  }

  @Test
  void is_readable_by_its_owner_only() throws IOException {
    open().close();
    if (file().getFileSystem().supportedFileAttributeViews().contains("posix")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void forces_its_folder_although_an_earlier_process_has_created_the_file() throws IOException {
    List<Path> forced = new ArrayList<>();
    BatchJournal journal =
        BatchJournal.in(file())
            .syncedBy(SyncPolicy.everyChunk())
            .openedBy(path -> FileStorage.locked(path, forced::add));
    BatchJournal.in(file()).syncedBy(SyncPolicy.never()).open(TickSource.system()).close();

    try (OpenJournal open = journal.open(TickSource.system())) {
      open.append(marks(0, 3), List.of());
      open.append(marks(3, 6), List.of());
    }

    assertThat(forced).containsExactly(folder.toAbsolutePath());
  }

  @Test
  void continues_after_it_was_closed() throws IOException {
    try (OpenJournal open = open()) {
      open.append(marks(0, 3), List.of());
    }
    try (OpenJournal open = open()) {
      assertThat(marks(0, 4).stream().map(open::pass))
          .containsExactly(ItemStatus.DONE, ItemStatus.DONE, ItemStatus.DONE, ItemStatus.UNKNOWN);
      open.append(marks(3, 4), List.of());
    }
    assertThat(BatchJournal.inspect(file()).done()).isEqualTo(4);
  }

  @Test
  void written_records_are_readable_without_closing() throws IOException {
    try (OpenJournal open = open()) {
      open.append(marks(0, 3), List.of());
      assertThat(BatchJournal.inspect(file()).done()).isEqualTo(3);
    }
  }

  @Test
  void the_view_shows_its_contents() throws IOException {
    BatchJournal journal = BatchJournal.in(file()).describing("orders into table orders");
    try (OpenJournal open = journal.open(TickSource.system())) {
      open.append(marks(0, 3), marks(5, 6));
      open.append(marks(3, 5), List.of());
      open.append(marks(8, 9), List.of());
      open.inputRead(9);
    }
    long whole = Files.size(file());
    Files.write(file(), new byte[5], java.nio.file.StandardOpenOption.APPEND);

    JournalView view = BatchJournal.inspect(file());
    assertThat(view)
        .isEqualTo(
            new JournalView(
                "orders into table orders", 6, 1, 2, 6, OptionalLong.of(9), 5, whole, 5));
    assertThat(view.settled()).isEqualTo(7);
    assertThat(view.complete()).isFalse();
    assertThat(Files.size(file())).as("only looked at").isEqualTo(whole + 5);
  }

  @Test
  void the_view_rejects_a_file_that_is_not_a_journal() throws IOException {
    assertThatThrownBy(() -> BatchJournal.inspect(file()))
        .isInstanceOf(JournalException.class)
        .hasMessage(file() + " does not exist");
    Files.writeString(file(), "some words");
    assertThatThrownBy(() -> BatchJournal.inspect(file()))
        .isInstanceOf(JournalException.class)
        .hasMessage(file() + " is not a journal");
  }

  @Test
  void two_runs_of_one_process_cannot_use_one_journal() throws IOException {
    try (OpenJournal open = open()) {
      assertThatThrownBy(this::open)
          .isInstanceOf(JournalException.class)
          .hasMessage(file() + " is in use by another run of this process");
      Path link = Files.createSymbolicLink(folder.resolve("link"), file());
      assertThatThrownBy(() -> BatchJournal.in(link).open(TickSource.system()))
          .hasMessageContaining("in use");
      open.append(marks(0, 1), List.of());
    }
    open().close();
  }

  @Test
  void another_process_can_use_it_only_after_it_was_closed() throws Exception {
    String refusal = file() + " is in use by another process";
    try (OpenJournal open = open()) {
      open.append(marks(0, 1), List.of());
      assertThatThrownBy(this::open).isInstanceOf(JournalException.class);
      assertThat(BatchJournal.inspect(file()).done()).isEqualTo(1);
      assertThat(BatchJournal.inspect(file()).done()).isEqualTo(1);
      assertThat(otherProcess()).as("a reader kept the lock").isEqualTo(refusal);
    }
    assertThat(otherProcess()).isEqualTo("opened, 0 torn");
  }

  private String otherProcess() throws Exception {
    Path output = Files.createTempFile(folder, "probe", ".txt");
    Process process = Children.start(output, LockProbe.class, file().toString());
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return Files.readString(output).strip();
  }

  @Test
  void a_path_in_an_archive_is_refused_at_once() throws IOException {
    Path archive = folder.resolve("a.zip");
    try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
      Path inside = zip.getPath("/orders.journal");
      assertThatThrownBy(() -> BatchJournal.in(inside))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the journal must be a file of the default file system, but was " + inside);
      assertThatThrownBy(() -> BatchJournal.inspect(inside))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(inside).doesNotExist();
    }
  }

  @Test
  void a_directory_is_rejected() {
    assertThatThrownBy(() -> BatchJournal.in(folder).open(TickSource.system()))
        .isInstanceOf(JournalException.class)
        .hasMessage(folder + " is not a file that could hold a journal");
  }

  @Test
  void a_device_is_rejected() {
    Path device = Path.of("/dev/null");
    if (Files.exists(device)) {
      assertThatThrownBy(() -> BatchJournal.in(device).open(TickSource.system()))
          .hasMessage("/dev/null is not a file that could hold a journal");
    }
  }

  @Test
  void the_error_names_a_missing_directory() {
    Path missing = folder.resolve("missing").resolve("journal");
    assertThatThrownBy(() -> BatchJournal.in(missing).open(TickSource.system()))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(missing + " cannot be opened");
  }

  @Test
  void the_error_names_a_file_that_cannot_be_written() throws IOException {
    BatchJournal denied =
        BatchJournal.in(file())
            .openedBy(
                path -> {
                  throw new java.io.FileNotFoundException(path + " (Permission denied)");
                });
    assertThatThrownBy(() -> denied.open(TickSource.system()))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("Permission denied");
  }

  @Test
  void a_rejected_file_is_not_locked() throws IOException {
    Files.writeString(file(), "some words, not a journal");
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(this::open).hasMessageContaining("is not a journal");
    }
    assertThat(Files.readString(file())).isEqualTo("some words, not a journal");
    Files.delete(file());
    open().close();
  }

  @Test
  void an_interrupt_does_not_damage_it() throws IOException {
    try (OpenJournal open = open()) {
      Thread.currentThread().interrupt();
      open.append(marks(0, 3), List.of());
      assertThat(Thread.interrupted()).isTrue();
      open.append(marks(3, 4), List.of());
      Thread.currentThread().interrupt();
    }
    assertThat(Thread.interrupted()).isTrue();
    Thread.currentThread().interrupt();
    open().close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(BatchJournal.inspect(file()).done()).isEqualTo(4);
  }
}
