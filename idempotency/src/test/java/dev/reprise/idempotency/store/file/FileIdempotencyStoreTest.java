package dev.reprise.idempotency.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.idempotency.store.StoredOutcome;
import dev.reprise.idempotency.testing.IdempotencyStoreContract;
import dev.reprise.idempotency.testing.SettableClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileIdempotencyStoreTest extends IdempotencyStoreContract {

  private static final String KEY = "0123456789abcdef".repeat(4);
  private static final ClaimRequest REQUEST =
      new ClaimRequest("fingerprint", Duration.ofSeconds(30), Duration.ofHours(1));
  private static final StoredOutcome OUTCOME = StoredOutcome.of(new byte[] {1, 2, 3});

  @TempDir Path folder;

  private final SettableClock clock = new SettableClock();
  private int opened;

  @Override
  protected IdempotencyStore open(int maxEntries, InstantSource clock) {
    opened++;
    return FileIdempotencyStore.open(folder.resolve("store " + opened))
        .maxEntries(maxEntries)
        .withClock(clock);
  }

  private FileIdempotencyStore mine() {
    return FileIdempotencyStore.open(folder.resolve("mine")).withClock(clock);
  }

  private Path file() {
    return folder.resolve("mine/entries").resolve(KEY);
  }

  private Path lock() {
    return folder.resolve("mine/lock");
  }

  private static long token(IdempotencyStore store) {
    return ((Claim.Granted) store.claim(KEY, REQUEST)).token();
  }

  @Test
  void a_store_opened_later_finds_earlier_outcomes() {
    FileIdempotencyStore first = mine();
    assertThat(first.record(KEY, token(first), OUTCOME)).isTrue();
    assertThat(mine().claim(KEY, REQUEST)).isEqualTo(new Claim.Completed(OUTCOME, clock.instant()));
  }

  @Test
  void never_reads_a_file_that_is_truncated_anywhere_as_an_outcome() throws IOException {
    FileIdempotencyStore store = mine().withoutSync();
    store.record(KEY, token(store), OUTCOME);
    byte[] whole = Files.readAllBytes(file());
    for (int length = 0; length < whole.length; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      assertThat(store.find(KEY)).isEmpty();
      assertThat(store.claim(KEY, REQUEST)).isInstanceOf(Claim.Held.class);
    }
  }

  @Test
  void never_reads_a_file_with_any_byte_changed_as_an_outcome() throws IOException {
    FileIdempotencyStore store = mine().withoutSync();
    store.record(KEY, token(store), OUTCOME);
    byte[] whole = Files.readAllBytes(file());
    for (int at = 0; at < whole.length; at++) {
      byte[] changed = whole.clone();
      changed[at] ^= 0x40;
      Files.write(file(), changed);
      assertThat(store.find(KEY)).as("byte %s", at).isEmpty();
    }
  }

  @Test
  void never_reads_a_file_larger_than_the_memory_as_an_outcome() throws IOException {
    FileIdempotencyStore store = mine().withoutSync();
    store.record(KEY, token(store), OUTCOME);
    long length = 3L << 30;
    for (byte[] head : List.of(Files.readAllBytes(file()), new byte[1000])) {
      try (FileChannel sparse = FileChannel.open(file(), StandardOpenOption.WRITE)) {
        sparse.write(ByteBuffer.wrap(head));
        sparse.write(ByteBuffer.allocate(1), length - 1);
      }
      assertThat(store.find(KEY)).isEmpty();
      assertThat(store.record(KEY, 1, OUTCOME)).isFalse();
      assertThat(Files.size(file())).isEqualTo(length);
    }
    assertThat(store.claim(KEY, REQUEST)).isEqualTo(new Claim.Held(REQUEST.lease()));
    assertThat(Files.size(file())).isLessThan(1000);
  }

  @Test
  void an_outcome_of_a_few_megabytes_is_read_completely() {
    FileIdempotencyStore store = mine().withoutSync();
    byte[] content = new byte[3 << 20];
    Arrays.fill(content, (byte) 7);
    StoredOutcome large = StoredOutcome.of(content);
    assertThat(store.record(KEY, token(store), large)).isTrue();
    assertThat(store.claim(KEY, REQUEST)).isEqualTo(new Claim.Completed(large, clock.instant()));
  }

  @Test
  void never_reads_the_file_of_a_different_key_as_an_outcome() throws IOException {
    FileIdempotencyStore store = mine();
    store.record(KEY, token(store), OUTCOME);
    String other = "f".repeat(64);
    Files.copy(file(), file().resolveSibling(other));
    assertThat(store.find(other)).isEmpty();
  }

  @Test
  void a_damaged_file_counts_as_a_lease_and_can_be_claimed_after_its_end() throws IOException {
    FileIdempotencyStore store = mine();
    long before = token(store);
    Files.write(file(), new byte[] {1});
    assertThat(store.claim(KEY, REQUEST)).isEqualTo(new Claim.Held(REQUEST.lease()));
    clock.move(Duration.ofSeconds(10));
    assertThat(store.claim(KEY, REQUEST)).isEqualTo(new Claim.Held(Duration.ofSeconds(20)));
    assertThat(store.record(KEY, before, OUTCOME)).isFalse();
    clock.move(Duration.ofSeconds(20));
    assertThat(token(store)).isGreaterThan(before);
  }

  @Test
  void a_damaged_file_that_is_not_claimed_is_purged_later() throws IOException {
    FileIdempotencyStore store = mine();
    store.record(KEY, token(store), OUTCOME);
    Files.write(file(), new byte[] {1});
    Files.setLastModifiedTime(file(), FileTime.from(clock.instant()));
    clock.move(EntryFiles.DAMAGED_LEASE);
    assertThat(store.purge(10)).isZero();
    clock.move(EntryFiles.DAMAGED_LEASE);
    assertThat(store.purge(10)).isEqualTo(1);
    assertThat(file()).doesNotExist();
  }

  @Test
  void a_lost_newer_counter_does_not_repeat_a_token() throws IOException {
    FileIdempotencyStore store = mine();
    long first = token(store);
    store.release(KEY, first);
    long second = token(store);
    damageSlot(1);
    store.release(KEY, second);
    assertThat(token(store)).isGreaterThan(second);
  }

  @Test
  void lost_counters_stop_the_store() throws IOException {
    FileIdempotencyStore store = mine();
    store.release(KEY, token(store));
    store.release(KEY, token(store));
    damageSlot(0);
    damageSlot(1);
    assertThatThrownBy(() -> store.claim(KEY, REQUEST))
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageContaining("cannot claim in")
        .hasStackTraceContaining("both counters are damaged");
  }

  @Test
  void a_removed_lock_file_does_not_repeat_a_token_of_a_known_key() throws IOException {
    FileIdempotencyStore store = mine();
    long before = 0;
    for (int round = 0; round < 5; round++) {
      before = token(store);
      store.release(KEY, before);
    }
    Files.delete(lock());
    assertThat(token(mine())).isGreaterThan(before);
  }

  @Test
  void temporary_files_of_a_crashed_process_cause_no_errors() throws IOException {
    FileIdempotencyStore store = mine();
    Files.write(file().resolveSibling("replacement"), new byte[] {1, 2});
    assertThat(store.record(KEY, token(store), OUTCOME)).isTrue();
    assertThat(store.find(KEY)).isPresent();
  }

  @Test
  void respects_its_bound_even_if_the_count_is_wrong() throws IOException {
    FileIdempotencyStore store = mine().maxEntries(2);
    for (int number = 0; number < 5; number++) {
      String key = String.valueOf(number).repeat(64);
      store.claim(key, REQUEST);
      store.release(key, number + 1);
      clock.move(Duration.ofMillis(1));
    }
    assertThat(names()).hasSize(2);
    Files.delete(file().resolveSibling("4".repeat(64)));
    store.claim("5".repeat(64), REQUEST);
    assertThat(names()).hasSize(2);
  }

  @Test
  void files_and_folders_are_accessible_only_to_their_owner() throws IOException {
    assumeTrue(
        FileSystems.getDefault().supportedFileAttributeViews().contains("posix"),
        "the file system has no permissions of POSIX");
    token(mine());
    assertThat(permissions(file())).isEqualTo("rw-------");
    assertThat(permissions(lock())).isEqualTo("rw-------");
    assertThat(permissions(file().getParent())).isEqualTo("rwx------");
    assertThat(permissions(folder.resolve("mine"))).isEqualTo("rwx------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mine", "mine/entries", "mine/lock"})
  void rejects_files_that_other_users_may_write(String part) throws IOException {
    assumeTrue(
        FileSystems.getDefault().supportedFileAttributeViews().contains("posix"),
        "the file system has no permissions of POSIX");
    token(mine());
    for (String mode : List.of("rwxrwxrwx", "rwx-w----", "rwx----w-")) {
      Path path = folder.resolve(part);
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
      assertThatThrownBy(this::mine)
          .isInstanceOf(IdempotencyStoreException.class)
          .hasMessageContaining(path + " is writable by others (mode " + mode + ")");
    }
  }

  @Test
  void rejects_an_outcome_that_other_users_may_have_written() throws IOException {
    assumeTrue(
        FileSystems.getDefault().supportedFileAttributeViews().contains("posix"),
        "the file system has no permissions of POSIX");
    FileIdempotencyStore store = mine();
    store.record(KEY, token(store), OUTCOME);
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThatThrownBy(() -> store.claim(KEY, REQUEST))
        .isInstanceOf(IdempotencyStoreException.class)
        .hasStackTraceContaining(file().getFileName() + " is writable by others (mode rw-rw-rw-)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"entries", "lock"})
  void does_not_follow_links_inside_its_folder(String part) throws IOException {
    token(mine());
    Path path = folder.resolve("mine").resolve(part);
    Path elsewhere = Files.move(path, folder.resolve("elsewhere"));
    Files.createSymbolicLink(path, elsewhere);
    assertThatThrownBy(this::mine)
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageContaining(path + " is a symbolic link");
  }

  @Test
  void does_not_follow_a_link_to_an_outcome() throws IOException {
    FileIdempotencyStore store = mine();
    store.record(KEY, token(store), OUTCOME);
    Files.createSymbolicLink(file(), Files.move(file(), folder.resolve("elsewhere")));
    assertThatThrownBy(() -> store.find(KEY))
        .isInstanceOf(IdempotencyStoreException.class)
        .hasStackTraceContaining(file().getFileName() + " is a symbolic link");
  }

  @Test
  void rejects_the_folder_of_a_different_user() throws IOException {
    assumeTrue(
        FileSystems.getDefault().supportedFileAttributeViews().contains("posix"),
        "the file system has no permissions of POSIX");
    Path path = Files.createDirectory(folder.resolve("theirs"));
    UserPrincipal another = () -> "somebody else";
    assertThatThrownBy(() -> PrivateFiles.of(path).checkOwn(path, another))
        .isInstanceOf(IOException.class)
        .hasMessage(path + " belongs to " + Files.getOwner(path) + ", not to " + another);
  }

  @Test
  void opens_a_folder_through_a_link() throws IOException {
    FileIdempotencyStore store = mine();
    store.record(KEY, token(store), OUTCOME);
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("mine"));
    assertThat(FileIdempotencyStore.open(link).withClock(clock).find(KEY)).isPresent();
    assertThat(names()).hasSize(1);
  }

  @Test
  void works_without_waiting_for_the_disk() {
    FileIdempotencyStore store = mine().withoutSync();
    assertThat(store.record(KEY, token(store), OUTCOME)).isTrue();
    assertThat(store.find(KEY)).isPresent();
  }

  @Test
  void rejects_a_key_that_is_not_a_digest() {
    assertThatThrownBy(() -> mine().claim("../../etc/passwd", REQUEST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("key must be 64 lower-case hexadecimal digits, but was 16 characters");
  }

  @Test
  void rejects_a_folder_that_is_a_file() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> FileIdempotencyStore.open(file))
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessageStartingWith("cannot open " + file);
  }

  @Test
  void rejects_a_folder_in_an_archive() throws IOException {
    Path archive = folder.resolve("archive.zip");
    try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
      assertThatThrownBy(() -> FileIdempotencyStore.open(zip.getPath("/store")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("folder must be in the default file system, but was in");
    }
  }

  @Test
  void reports_the_failed_action_if_the_folder_is_missing() throws IOException {
    FileIdempotencyStore store = mine();
    Files.delete(lock());
    Files.delete(folder.resolve("mine/entries"));
    Files.delete(folder.resolve("mine"));
    assertThatThrownBy(() -> store.find(KEY))
        .isInstanceOf(IdempotencyStoreException.class)
        .hasMessage("cannot find in " + folder.resolve("mine"));
  }

  @Test
  void rejects_a_folder_that_a_different_class_loader_uses() throws IOException {
    FileIdempotencyStore store = mine();
    try (FileChannel theirs = FileChannel.open(lock(), StandardOpenOption.WRITE);
        FileLock held = theirs.lock()) {
      assertThat(held.isValid()).isTrue();
      assertThatThrownBy(() -> store.find(KEY))
          .isInstanceOf(IdempotencyStoreException.class)
          .hasCauseInstanceOf(OverlappingFileLockException.class);
    }
    assertThat(store.find(KEY)).isEmpty();
  }

  @Test
  void prints_folder_and_bound() {
    assertThat(mine()).hasToString("in " + folder.resolve("mine") + ", at most 10000 keys");
  }

  private void damageSlot(int number) throws IOException {
    byte[] bytes = Files.readAllBytes(lock());
    bytes[number * 32 + 9] ^= 1;
    Files.write(lock(), bytes);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(file().getParent())) {
      return files.map(path -> path.getFileName().toString()).toList();
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
