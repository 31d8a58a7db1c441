package dev.reprise.idempotency.store.file;

import dev.reprise.idempotency.internal.entry.EntryTransitions;
import dev.reprise.idempotency.internal.entry.KeyEviction;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.idempotency.store.StoreFullException;
import dev.reprise.idempotency.store.StoredEntry;
import dev.reprise.idempotency.store.StoredOutcome;
import dev.reprise.text.CountText;
import dev.reprise.text.PrintableText;
import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A store in a folder that several processes of one machine share. Safe for use by any thread.
 *
 * <pre>{@code
 * return FileIdempotencyStore.open(folder).maxEntries(100_000);
 * }</pre>
 *
 * <p>Each key has a file, which is named by the digest and replaced by renaming a new file, so a
 * process may be killed at any time. A lock file allows one thread of all processes at a time.
 * Claims and outcomes are on the disk when {@link #claim} and {@link #record} return, unless {@link
 * #withoutSync()} is set. Only their owner can read the files and folders that the store creates,
 * if the file system supports owners.
 *
 * <p><b>Clock.</b> Leases are compared with the wall clock, which all processes of the machine
 * share. If the clock is set forward, leases end earlier by the same time, and the key of a running
 * operation can be claimed: the operation may then run twice, but only one outcome is recorded,
 * because of the fencing token. If the clock is set back, the key of a crashed holder can be
 * claimed later by the same time.
 *
 * <p><b>Damaged files.</b> A file with a wrong checksum is not an outcome, but its key does not
 * count as absent either, since its holder may be running. The claim that finds the file replaces
 * it with a lease without a holder. The key can be claimed when this lease has ended.
 *
 * <p><b>Folder.</b> It must be on a local file system, belong to the user of this process, and not
 * be writable by others: a user who can write to it decides which outcome a duplicate gets. The
 * store checks the folder when it is opened, and the file of a key when it is read. Symbolic links
 * in the folder are rejected. Only one class loader of each process may use a folder. A process
 * that is stopped during a call, for example by a debugger, blocks the others. A store has no state
 * except its folder: it need not be closed, and any number of stores may be open for one folder.
 */
public final class FileIdempotencyStore implements IdempotencyStore {

  /** The maximum number of keys by default: {@value}. */
  public static final int DEFAULT_MAX_ENTRIES = 10_000;

  private final Path folder;
  private final DirectoryLock lock;
  private final EntryFiles files;
  private final int maxEntries;
  private final InstantSource clock;
  private final boolean durable;

  private FileIdempotencyStore(
      Path folder,
      DirectoryLock lock,
      EntryFiles files,
      int maxEntries,
      InstantSource clock,
      boolean durable) {
    this.folder = folder;
    this.lock = lock;
    this.files = files;
    this.maxEntries = maxEntries;
    this.clock = clock;
    this.durable = durable;
  }

  /**
   * Opens a folder, and creates it if it is missing.
   *
   * @param folder a folder on a local disk
   * @return a store of at most {@value #DEFAULT_MAX_ENTRIES} keys
   * @throws IllegalArgumentException if {@code folder} is not in the default file system
   * @throws IdempotencyStoreException if the folder cannot be created or written, or if it or its
   *     content belongs to a different user, is writable by others, or is a symbolic link ({@code
   *     folder} itself may be one)
   */
  public static FileIdempotencyStore open(Path folder) {
    if (folder.getFileSystem() != FileSystems.getDefault()) {
      throw new IllegalArgumentException(
          "folder must be in the default file system, but was in "
              + PrintableText.oneLine(folder.getFileSystem().toString()));
    }
    try {
      Path absolute = folder.toAbsolutePath();
      PrivateFiles disk = PrivateFiles.of(absolute);
      disk.createFolder(absolute);
      UserPrincipal owner = checkOwn(disk, absolute.toRealPath());
      disk.createFolder(absolute.resolve("entries"));
      disk.createFile(absolute.resolve("lock"));
      disk.checkOwn(absolute.resolve("entries"), owner);
      disk.checkOwn(absolute.resolve("lock"), owner);
      return new FileIdempotencyStore(
          absolute,
          new DirectoryLock(absolute.resolve("lock")),
          new EntryFiles(absolute.toRealPath().resolve("entries"), disk),
          DEFAULT_MAX_ENTRIES,
          InstantSource.system(),
          true);
    } catch (IOException failure) {
      throw new IdempotencyStoreException(
          "cannot open " + printable(folder) + ": " + PrintableText.oneLine(failure.getMessage()),
          failure);
    }
  }

  private static UserPrincipal checkOwn(PrivateFiles disk, Path folder) throws IOException {
    UserPrincipal owner = PrivateFiles.currentUser(folder);
    disk.checkOwn(folder, owner);
    return owner;
  }

  /**
   * Sets the maximum number of keys. When the folder is full, a tenth of the keys is evicted.
   *
   * @param maxEntries maximum number of keys, at least 1; {@value #DEFAULT_MAX_ENTRIES} by default.
   *     All processes that share a folder should set the same number; a process with a smaller one
   *     evicts keys whenever it claims
   * @return a copy with this maximum
   * @throws IllegalArgumentException if {@code maxEntries} is below 1
   */
  public FileIdempotencyStore maxEntries(int maxEntries) {
    return new FileIdempotencyStore(
        folder, lock, files, KeyEviction.checkMaxEntries(maxEntries), clock, durable);
  }

  /**
   * Returns from calls before claims and outcomes are on the disk. This is faster. A killed process
   * still loses nothing, but after a power failure the latest outcomes may be missing and tokens
   * may be granted again.
   *
   * @return a copy that does not wait for the disk
   */
  public FileIdempotencyStore withoutSync() {
    return new FileIdempotencyStore(folder, lock, files, maxEntries, clock, false);
  }

  /**
   * Sets the clock, for tests.
   *
   * @param clock the same clock for all processes that share the folder; the system clock by
   *     default
   * @return a copy with this clock
   */
  public FileIdempotencyStore withClock(InstantSource clock) {
    Objects.requireNonNull(clock, "clock");
    return new FileIdempotencyStore(folder, lock, files, maxEntries, clock, durable);
  }

  @Override
  public Claim claim(String key, ClaimRequest request) {
    Objects.requireNonNull(request, "request");
    Instant now = clock.instant();
    return locked("claim", key, counters -> claim(counters, key, request, now));
  }

  private Claim claim(Counters counters, String key, ClaimRequest request, Instant now)
      throws IOException {
    EntryFiles.FileContent found = files.read(key);
    StoredEntry entry = found.entry();
    Claim refusal = EntryTransitions.refusal(entry, request, now);
    if (refusal != null) {
      return refusal;
    }
    if (found.isAbsent()) {
      makeRoom(counters, now);
      counters.setEntries(counters.entries() + 1);
    }
    long token = counters.nextToken(entry == null ? 0 : entry.token());
    counters.write(false); // the entry contains the token too, until it is removed
    files.write(key, EntryTransitions.leased(request, token, now), durable);
    return found.damaged() ? new Claim.Held(request.lease()) : new Claim.Granted(token);
  }

  @Override
  public boolean renew(String key, long token, Duration lease) {
    ClaimRequest.checkDuration("lease", lease);
    Instant now = clock.instant();
    return change(
        "renew", key, token, now, false, entry -> EntryTransitions.renewed(entry, lease, now));
  }

  @Override
  public boolean record(String key, long token, StoredOutcome outcome) {
    Objects.requireNonNull(outcome, "outcome");
    Instant now = clock.instant();
    return change(
        "record", key, token, now, durable, entry -> EntryTransitions.settled(entry, outcome, now));
  }

  @Override
  public boolean release(String key, long token) {
    Instant now = clock.instant();
    return change(
        "release", key, token, now, false, entry -> EntryTransitions.settled(entry, null, now));
  }

  @Override
  public Optional<StoredEntry> find(String key) {
    Instant now = clock.instant();
    return locked("find", key, counters -> Optional.ofNullable(files.read(key).entry()))
        .filter(entry -> !EntryTransitions.isExpired(entry, now));
  }

  @Override
  public int purge(int atMost) {
    KeyEviction.checkAtMost(atMost);
    Instant now = clock.instant();
    return locked("purge", counters -> purge(counters, atMost, now));
  }

  private int purge(Counters counters, int atMost, Instant now) throws IOException {
    Map<String, StoredEntry> entries = files.readHeads();
    List<String> victims = KeyEviction.expired(entries, atMost, now);
    remove(counters, entries, victims);
    counters.write(false);
    return victims.size();
  }

  private boolean change(
      String action,
      String key,
      long token,
      Instant now,
      boolean sync,
      UnaryOperator<StoredEntry> change) {
    return locked(
        action,
        key,
        counters -> {
          StoredEntry entry = files.read(key).entry();
          if (entry == null || !EntryTransitions.isHeldBy(entry, token, now)) {
            return false;
          }
          files.write(key, change.apply(entry), sync);
          return true;
        });
  }

  private void makeRoom(Counters counters, Instant now) throws IOException {
    if (counters.entries() < maxEntries) {
      return;
    }
    Map<String, StoredEntry> entries = files.readHeads();
    counters.setEntries(entries.size());
    if (entries.size() < maxEntries) {
      return;
    }
    List<String> victims = KeyEviction.selectVictims(entries, maxEntries, now);
    if (victims.isEmpty()) {
      throw new StoreFullException(maxEntries);
    }
    remove(counters, entries, victims);
  }

  /** The last token must be on the disk before the entry that contains it is removed. */
  private void remove(Counters counters, Map<String, StoredEntry> entries, List<String> victims)
      throws IOException {
    if (!victims.isEmpty()) {
      counters.write(durable);
      files.remove(victims);
    }
    counters.setEntries(entries.size() - victims.size());
  }

  private <R> R locked(String action, String key, DirectoryLock.Work<R> work) {
    EntryFiles.checkKey(key);
    return locked(action, work);
  }

  private <R> R locked(String action, DirectoryLock.Work<R> work) {
    try {
      return lock.locked(work);
    } catch (IOException | OverlappingFileLockException failure) {
      throw new IdempotencyStoreException("cannot " + action + " in " + printable(folder), failure);
    }
  }

  /**
   * The folder and the maximum number of keys.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "in " + printable(folder) + ", at most " + CountText.of(maxEntries, "key");
  }

  private static String printable(Path folder) {
    return PrintableText.oneLine(folder.toString());
  }
}
