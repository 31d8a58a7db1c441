package dev.reprise.cli.output;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file that appears when it is complete. Until then an existing file stays unchanged, however the
 * process ends. The content is written to a part file in the same directory, {@code
 * NAME.1a2b3c4d.part}, which {@link #complete} forces to disk and renames. {@link #close} without
 * {@code complete} removes the part file, and so does the end of the process. After a kill or a
 * loss of power, the part file remains until the same file is written again.
 *
 * <p>A symbolic link is followed and kept. Special files, such as {@code /dev/null} or a named
 * pipe, are written directly. Used by one thread at a time.
 *
 * <p>A part file is locked while it is written, so an unlocked one is left over and may be removed.
 * A process removes a part file only while it holds the lock, and after locking a new part file
 * checks that it still exists.
 */
public final class OutputFile implements Closeable {

  private static final Set<OutputFile> OPEN = ConcurrentHashMap.newKeySet();
  private static final int MAX_STEM_LENGTH = 200;
  private static final int DIGITS = 8;
  private static final int MAX_TRIES = 100;

  private final Path target;
  private final @Nullable Path part;
  private final FileOutputStream out;
  private boolean ended;

  private OutputFile(Path target, @Nullable Path part, FileOutputStream out) {
    this.target = target;
    this.part = part;
    this.out = out;
    OPEN.add(this);
  }

  /**
   * Opens a file.
   *
   * @param name the file name
   * @return the file, to be completed and closed
   * @throws IOException if the file cannot be written; the message names it
   */
  public static OutputFile open(String name) throws IOException {
    try {
      return open(Path.of(name));
    } catch (InvalidPathException invalid) {
      throw new IOException("cannot write " + name + ": " + invalid.getReason(), invalid);
    }
  }

  /**
   * Opens a file.
   *
   * @param file the path
   * @return the file, to be completed and closed
   * @throws IOException if the file cannot be written; the message names it
   */
  public static OutputFile open(Path file) throws IOException {
    try {
      return opened(file);
    } catch (IOException failure) {
      throw cannotWrite(file, failure);
    }
  }

  /** Writes the content of a file. */
  @FunctionalInterface
  public interface Content {

    /**
     * Writes the content.
     *
     * @param to the target, which need not be closed
     * @throws IOException if writing fails
     */
    void writeTo(OutputStream to) throws IOException;
  }

  /**
   * Writes a whole file.
   *
   * @param file the path
   * @param content writes the content
   * @throws IOException if the file cannot be written. It is then unchanged, and the message names
   *     it
   */
  public static void write(Path file, Content content) throws IOException {
    try (OutputFile output = open(file)) {
      content.writeTo(output.stream());
      output.complete();
    }
  }

  private static OutputFile opened(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException("it is a directory");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return new OutputFile(file, null, new FileOutputStream(file.toFile()));
    }
    Path target = followed(file);
    if (Files.exists(target) && !Files.isWritable(target)) {
      throw new IOException("permission denied");
    }
    removeLeftovers(target);
    for (int tried = 0; tried < MAX_TRIES; tried++) {
      Path part = part(target);
      FileOutputStream out = new FileOutputStream(Files.createFile(part).toFile());
      if (isOwned(out, part)) {
        OutputFile opened = new OutputFile(target, part, out);
        opened.keepPermissions();
        return opened;
      }
      out.close();
    }
    throw new IOException("another process removes its part file");
  }

  /** The target of symbolic links, which need not exist. */
  static Path followed(Path file) throws IOException {
    Path at = file;
    for (int links = 0; links < MAX_TRIES && Files.isSymbolicLink(at); links++) {
      at = at.resolveSibling(Files.readSymbolicLink(at));
    }
    return at;
  }

  private static Path part(Path target) {
    String random = UUID.randomUUID().toString().substring(0, DIGITS);
    return target.resolveSibling(stem(target) + "." + random + ".part");
  }

  /** The beginning of the name of a part file, cut so that the whole name is not too long. */
  private static String stem(Path target) {
    String name = String.valueOf(target.getFileName());
    return name.length() > MAX_STEM_LENGTH ? name.substring(0, MAX_STEM_LENGTH) : name;
  }

  /** True if this process has the lock and the part file still exists, or locks are unsupported. */
  private static boolean isOwned(FileOutputStream out, Path part) {
    try {
      return out.getChannel().tryLock() != null && Files.exists(part);
    } catch (OverlappingFileLockException taken) {
      return false;
    } catch (IOException noLocks) {
      return true;
    }
  }

  private static void removeLeftovers(Path target) throws IOException {
    Path directory = target.toAbsolutePath().getParent();
    Pattern parts = Pattern.compile(Pattern.quote(stem(target)) + "\\.[0-9a-f]{8}\\.part");
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(
            directory, each -> parts.matcher(String.valueOf(each.getFileName())).matches())) {
      all.forEach(OutputFile::removeLeftover);
    }
  }

  private static void removeLeftover(Path part) {
    try (FileOutputStream out = new FileOutputStream(part.toFile(), true);
        FileLock lock = out.getChannel().tryLock()) {
      if (lock != null) {
        Files.deleteIfExists(part);
      }
    } catch (IOException | OverlappingFileLockException inUse) {
      // In use, or cannot be removed. The new part file has a different name.
    }
  }

  private void keepPermissions() throws IOException {
    if (part != null && Files.exists(target)) {
      try {
        Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(target));
      } catch (UnsupportedOperationException notPosix) {
        // Without POSIX permissions, the directory determines the access.
      }
    }
  }

  private static IOException cannotWrite(Path file, IOException failure) {
    return new IOException("cannot write " + file + ": " + ErrorText.of(failure), failure);
  }

  /**
   * The stream for the content.
   *
   * @return a stream whose exceptions name the file; closing it does not close the file
   */
  public OutputStream stream() {
    return new FilterOutputStream(out) {
      @Override
      public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        try {
          out.write(bytes, from, length);
        } catch (InterruptedIOException interrupt) {
          throw interrupt;
        } catch (IOException failure) {
          throw cannotWrite(target, failure);
        }
      }

      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }

  /**
   * Forces the content to disk and gives the file its name.
   *
   * @throws IOException if that fails. The file is then unchanged, and the message names it
   */
  public synchronized void complete() throws IOException {
    if (ended) {
      throw new IOException("cannot write " + target + ": it was closed before it was complete");
    }
    try {
      if (part != null) {
        out.getFD().sync();
        out.close();
        move(part);
      } else {
        out.close();
      }
    } catch (IOException failure) {
      throw cannotWrite(target, failure);
    }
    end();
  }

  private void move(Path from) throws IOException {
    try {
      Files.move(from, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException unsupported) {
      Files.move(from, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Closes the file. Removes the part file if the file is not complete. */
  @Override
  public synchronized void close() throws IOException {
    if (!ended) {
      end();
      try {
        out.close();
      } finally {
        if (part != null) {
          Files.deleteIfExists(part);
        }
      }
    }
  }

  private void end() {
    ended = true;
    OPEN.remove(this);
  }

  /** Removes the part files of all open files, at the end of the process. */
  public static void removeAll() {
    for (OutputFile file : OPEN) {
      try {
        file.close();
      } catch (IOException ignored) {
        // The next process that writes this file removes the part file.
      }
    }
  }
}
