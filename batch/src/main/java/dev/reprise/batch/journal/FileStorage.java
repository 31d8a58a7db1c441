package dev.reprise.batch.journal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file, locked if it is written. Reads and writes use a {@link RandomAccessFile}, because an
 * interrupt of the thread closes a channel permanently, and a cancelled run may be interrupted.
 */
final class FileStorage implements JournalStorage {

  private final RandomAccessFile file;
  private final Object key;
  private final boolean writes;
  private @Nullable Runnable forceEntry;

  private FileStorage(
      RandomAccessFile file, Object key, boolean writes, @Nullable Runnable forceEntry) {
    this.file = file;
    this.key = key;
    this.writes = writes;
    this.forceEntry = forceEntry;
  }

  /** Opens a file for writing. A missing file is created, readable only by its owner. */
  static FileStorage locked(Path path) throws IOException {
    return locked(path, FileStorage::forceEntry);
  }

  /**
   * Opens a file for writing.
   *
   * @param force forces the entry of the file in a folder to the disk. Called once, for an existing
   *     file too: the process that created it may have ended before it did so
   */
  static FileStorage locked(Path path, Consumer<Path> force) throws IOException {
    refuseOthers(path);
    create(path);
    Object key = LockedFiles.key(path);
    if (!LockedFiles.claim(key)) {
      throw new JournalException(path + " is in use by another run of this process", null);
    }
    try {
      Path folder = Objects.requireNonNull(path.toAbsolutePath().getParent());
      return claimed(path, key, () -> force.accept(folder));
    } catch (IOException | RuntimeException | Error failure) {
      LockedFiles.release(key);
      throw failure;
    }
  }

  private static FileStorage claimed(Path path, Object key, Runnable forceEntry)
      throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      lock(file, path);
      return new FileStorage(file, key, true, forceEntry);
    } catch (IOException | RuntimeException | Error failure) {
      file.close();
      throw failure;
    }
  }

  static FileStorage reading(Path path) throws IOException {
    refuseOthers(path);
    Object key = LockedFiles.key(path);
    RandomAccessFile idle = LockedFiles.idleReader(key);
    RandomAccessFile reader = idle == null ? new RandomAccessFile(path.toFile(), "r") : idle;
    return new FileStorage(reader, key, false, null);
  }

  private static void refuseOthers(Path path) throws JournalException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new JournalException(path + " is not a file that could hold a journal", null);
    }
  }

  private static void create(Path path) throws IOException {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] owner =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try {
      Files.createFile(path, owner);
    } catch (FileAlreadyExistsException there) {
      return;
    }
  }

  /** Forces the directory entry to the disk, where the file system supports it. */
  private static void forceEntry(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException notPossible) {
      return;
    }
  }

  private static void lock(RandomAccessFile file, Path path) throws IOException {
    FileLock lock;
    try {
      lock = file.getChannel().tryLock();
    } catch (OverlappingFileLockException held) {
      throw new JournalException(path + " is in use by another run of this process", held);
    }
    if (lock == null) {
      throw new JournalException(path + " is in use by another process", null);
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length, long at) throws IOException {
    file.seek(at);
    return file.read(bytes, offset, length);
  }

  @Override
  public long size() throws IOException {
    return file.length();
  }

  @Override
  public void write(byte[] bytes, long at) throws IOException {
    file.seek(at);
    file.write(bytes);
  }

  @Override
  public void truncate(long size) throws IOException {
    file.setLength(size);
  }

  @Override
  public void force() throws IOException {
    file.getFD().sync();
    if (forceEntry != null) {
      forceEntry.run();
      forceEntry = null;
    }
  }

  /** Closes the file. A file that was open for writing is also unlocked. */
  @Override
  public void close() throws IOException {
    if (!writes) {
      LockedFiles.close(key, file);
      return;
    }
    try {
      file.close();
    } finally {
      LockedFiles.release(key);
    }
  }
}
