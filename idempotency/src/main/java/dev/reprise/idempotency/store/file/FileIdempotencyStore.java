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
 * A store in a folder that several processes of one machine share.
 *
 * <p>Each key is a file, named by its digest and replaced whole by renaming, so a process may be
 * killed at any moment. A lock file admits one thread of all processes at a time. Claims and
 * outcomes are on the disk when {@link #claim} and {@link #record} return, unless {@link
 * #withoutSync()} was asked for. Files and folders that the store creates are readable by their
 * owner alone, where the file system knows owners.
 *
 * <p><b>Clock.</b> Leases are compared with the wall clock, which all processes of the machine
 * share. If it is set forward, leases end early by as much and a holder at work may be taken over:
 * the operation may then run twice, but the fencing token lets only one outcome be recorded. If it
 * is set back, a crashed holder is taken over later by as much.
 *
 * <p><b>Damaged files.</b> A file whose checksum is wrong is no outcome, and it does not count as
 * absent either, for its holder may be at work: the claim that finds it replaces it with a lease of
 * its own length without a holder, and the key is taken over when that has ended.
 *
 * <p>The folder must be on a local file system. It must be this user's, and no other may write in
 * it: a user who can write it decides what a duplicate gets. That is checked, of the folder when it
 * is opened and of a key's file when it is read; symbolic links within the folder are refused. It
 * must be used by one class loader in each process. A process that is halted within a call, as by a
 * debugger, halts the others. A store has no state but its folder: it needs not be closed, and any
 * number may be open on one folder.
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
   * @param folder on a local disk
   * @return a store of at most {@value #DEFAULT_MAX_ENTRIES} keys
   * @throws IllegalArgumentException if {@code folder} is not of the default file system
   * @throws IdempotencyStoreException if the folder cannot be created or written, or if it or its
   *     content is another user's, may be written by others, or is a symbolic link (but {@code
   *     folder} itself may be one)
   */
  public static FileIdempotencyStore open(Path folder) {
    if (folder.getFileSystem() != FileSystems.getDefault()) {
      throw new IllegalArgumentException(
          "folder must be of the default file system, but was of "
              + PrintableText.oneLine(folder.getFileSystem().toString()));
    }
    try {
      Path whole = folder.toAbsolutePath();
      PrivateFiles disk = PrivateFiles.of(whole);
      disk.createFolder(whole);
      UserPrincipal owner = checkOwn(disk, whole.toRealPath());
      disk.createFolder(whole.resolve("entries"));
      disk.createFile(whole.resolve("lock"));
      disk.checkOwn(whole.resolve("entries"), owner);
      disk.checkOwn(whole.resolve("lock"), owner);
      return new FileIdempotencyStore(
          whole,
          new DirectoryLock(whole.resolve("lock")),
          new EntryFiles(whole.toRealPath().resolve("entries"), disk),
          DEFAULT_MAX_ENTRIES,
          InstantSource.system(),
          true);
    } catch (IOException failure) {
      throw new IdempotencyStoreException(
          "cannot open " + shown(folder) + ": " + PrintableText.oneLine(failure.getMessage()),
          failure);
    }
  }

  private static UserPrincipal checkOwn(PrivateFiles disk, Path folder) throws IOException {
    UserPrincipal owner = PrivateFiles.writer(folder);
    disk.checkOwn(folder, owner);
    return owner;
  }

  /**
   * Bounds the number of keys. When the folder is full, a tenth of its places is freed at once.
   *
   * @param maxEntries how many keys the folder holds, at least 1; {@value #DEFAULT_MAX_ENTRIES} by
   *     default. Processes that share a folder should say the same; the smallest number rules
   *     whenever its process claims
   * @return a copy with this bound
   * @throws IllegalArgumentException if {@code maxEntries} is below 1
   */
  public FileIdempotencyStore maxEntries(int maxEntries) {
    return new FileIdempotencyStore(
        folder, lock, files, KeyEviction.checkMaxEntries(maxEntries), clock, durable);
  }

  /**
   * Leaves it to the system when claims and outcomes get to the disk. Faster; a process that is
   * killed still loses nothing, but a machine that loses power may forget the last outcomes and
   * grant tokens again.
   *
   * @return a copy that does not wait for the disk
   */
  public FileIdempotencyStore withoutSync() {
    return new FileIdempotencyStore(folder, lock, files, maxEntries, clock, false);
  }

  /**
   * Reads the time elsewhere, for tests.
   *
   * @param clock the same for all processes that share the folder; the UTC clock by default
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
    EntryFiles.Found found = files.read(key);
    StoredEntry entry = found.entry();
    Claim answer = EntryTransitions.answer(entry, request, now);
    if (answer != null) {
      return answer;
    }
    if (found.isAbsent()) {
      makeRoom(counters, now);
      counters.setEntries(counters.entries() + 1);
    }
    long token = counters.nextToken(entry == null ? 0 : entry.token());
    counters.write(false); // the entry has the token too, until it is forgotten
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
        .filter(entry -> !EntryTransitions.isAged(entry, now));
  }

  @Override
  public int purge(int atMost) {
    KeyEviction.checkAtMost(atMost);
    Instant now = clock.instant();
    return locked("purge", counters -> purge(counters, atMost, now));
  }

  private int purge(Counters counters, int atMost, Instant now) throws IOException {
    Map<String, StoredEntry> entries = files.readHeads();
    List<String> victims = KeyEviction.aged(entries, atMost, now);
    forget(counters, entries, victims);
    counters.write(false);
    return victims.size();
  }

  private boolean change(
      String doing,
      String key,
      long token,
      Instant now,
      boolean sync,
      UnaryOperator<StoredEntry> change) {
    return locked(
        doing,
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
    List<String> victims = KeyEviction.toFree(entries, maxEntries, now);
    if (victims.isEmpty()) {
      throw new StoreFullException(maxEntries);
    }
    forget(counters, entries, victims);
  }

  /** Before an entry goes, the last token must be safe that it alone may have kept. */
  private void forget(Counters counters, Map<String, StoredEntry> entries, List<String> victims)
      throws IOException {
    if (!victims.isEmpty()) {
      counters.write(durable);
      files.remove(victims);
    }
    counters.setEntries(entries.size() - victims.size());
  }

  private <R> R locked(String doing, String key, DirectoryLock.Work<R> work) {
    EntryFiles.checkKey(key);
    return locked(doing, work);
  }

  private <R> R locked(String doing, DirectoryLock.Work<R> work) {
    try {
      return lock.locked(work);
    } catch (IOException | OverlappingFileLockException failure) {
      throw new IdempotencyStoreException("cannot " + doing + " in " + shown(folder), failure);
    }
  }

  /**
   * The folder and its bound.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "in " + shown(folder) + ", at most " + maxEntries + " keys";
  }

  private static String shown(Path folder) {
    return PrintableText.oneLine(folder.toString());
  }
}
