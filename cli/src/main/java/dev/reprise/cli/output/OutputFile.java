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
 * A file that appears when it is complete; one that is there already stays as it is until then, and
 * whatever ends the process. What is written goes to a part beside it, {@code NAME.1a2b3c4d.part},
 * which {@link #complete} brings to the disk and moves to its place. {@link #close} without it
 * removes the part, and so does the end of the process, but for a kill or a loss of power: what
 * these leave is removed when the same file is written next.
 *
 * <p>A link is followed, and stays. What is no file, such as {@code /dev/null} or a named pipe, is
 * written as it is. Used by one thread at a time.
 *
 * <p>The part is locked as long as somebody writes it, so that only what nobody does is taken for a
 * leftover. Whoever removes one holds its lock; who made one looks, once it has the lock, whether
 * it is still there.
 */
public final class OutputFile implements Closeable {

  private static final Set<OutputFile> OPEN = ConcurrentHashMap.newKeySet();
  private static final int LONGEST_NAME = 200;
  private static final int DIGITS = 8;
  private static final int TRIES = 100;

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
   * @param name its name
   * @return the file, to be completed and closed
   * @throws IOException if it cannot be written; the message has its name
   */
  public static OutputFile open(String name) throws IOException {
    try {
      return open(Path.of(name));
    } catch (InvalidPathException impossible) {
      throw new IOException("cannot write " + name + ": " + impossible.getReason(), impossible);
    }
  }

  /**
   * Opens a file.
   *
   * @param file the file
   * @return the file, to be completed and closed
   * @throws IOException if it cannot be written; the message has its name
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
     * Writes it.
     *
     * @param to the file
     * @throws IOException if that fails
     */
    void writeTo(OutputStream to) throws IOException;
  }

  /**
   * Writes a whole file.
   *
   * @param file the file
   * @param content what is in it
   * @throws IOException if it cannot be written; it is then as it was, and the message has its name
   */
  public static void write(Path file, Content content) throws IOException {
    try (OutputFile output = open(file)) {
      content.writeTo(output.stream());
      output.complete();
    }
  }

  private static OutputFile opened(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException("it is a folder");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return new OutputFile(file, null, new FileOutputStream(file.toFile()));
    }
    Path target = followed(file);
    if (Files.exists(target) && !Files.isWritable(target)) {
      throw new IOException("permission denied");
    }
    removeLeftovers(target);
    for (int tried = 0; tried < TRIES; tried++) {
      Path part = part(target);
      FileOutputStream out = new FileOutputStream(Files.createFile(part).toFile());
      if (isOurs(out, part)) {
        OutputFile opened = new OutputFile(target, part, out);
        opened.keepPermissions();
        return opened;
      }
      out.close();
    }
    throw new IOException("somebody removes what is written beside it");
  }

  /** The target of symbolic links, which need not exist. */
  static Path followed(Path file) throws IOException {
    Path at = file;
    for (int links = 0; links < TRIES && Files.isSymbolicLink(at); links++) {
      at = at.resolveSibling(Files.readSymbolicLink(at));
    }
    return at;
  }

  private static Path part(Path target) {
    String random = UUID.randomUUID().toString().substring(0, DIGITS);
    return target.resolveSibling(stem(target) + "." + random + ".part");
  }

  /** The beginning of a part's name, cut so that the whole is no longer than a name may be. */
  private static String stem(Path target) {
    String name = String.valueOf(target.getFileName());
    return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
  }

  /** Whether the lock is ours, and the part is still there; also where there are no locks. */
  private static boolean isOurs(FileOutputStream out, Path part) {
    try {
      return out.getChannel().tryLock() != null && Files.exists(part);
    } catch (OverlappingFileLockException taken) {
      return false;
    } catch (IOException noLocks) {
      return true;
    }
  }

  private static void removeLeftovers(Path target) throws IOException {
    Path folder = target.toAbsolutePath().getParent();
    Pattern parts = Pattern.compile(Pattern.quote(stem(target)) + "\\.[0-9a-f]{8}\\.part");
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(
            folder, each -> parts.matcher(String.valueOf(each.getFileName())).matches())) {
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
      // It is not ours to remove, or cannot be: the new file has a part of another name.
    }
  }

  private void keepPermissions() throws IOException {
    if (part != null && Files.exists(target)) {
      try {
        Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(target));
      } catch (UnsupportedOperationException notPosix) {
        // There they are inherited from the folder.
      }
    }
  }

  private static IOException cannotWrite(Path file, IOException failure) {
    return new IOException("cannot write " + file + ": " + ErrorText.of(failure), failure);
  }

  /**
   * The stream for the content.
   *
   * @return a stream whose failures have the name of the file in their messages; closing it does
   *     not close the file
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
   * Brings the file to the disk and to its place.
   *
   * @throws IOException if that fails; the file is then as it was, and the message has its name
   */
  public synchronized void complete() throws IOException {
    if (ended) {
      throw new IOException("cannot write " + target + ": it was given up");
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
    } catch (AtomicMoveNotSupportedException lacking) {
      Files.move(from, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Closes the file. Removes what was written if it is not complete. */
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

  /** Removes the parts of all files that are open, when the process ends before they do. */
  public static void dropAll() {
    for (OutputFile file : OPEN) {
      try {
        file.close();
      } catch (IOException gone) {
        // The process ends; the next one that writes this file tries again.
      }
    }
  }
}
