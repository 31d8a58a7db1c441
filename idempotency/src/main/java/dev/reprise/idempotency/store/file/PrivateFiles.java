package dev.reprise.idempotency.store.file;

import dev.reprise.text.PrintableText;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files that only their owner may read, written whole or not at all. Streams and not channels,
 * since an interrupt closes a channel in the middle of its work.
 */
final class PrivateFiles {

  private static final FileAttribute<?>[] ANY = {};

  private final FileAttribute<?>[] ofFolders;
  private final FileAttribute<?>[] ofFiles;
  private final boolean posix;

  private PrivateFiles(boolean posix) {
    this.posix = posix;
    ofFolders = posix ? permissions("rwx------") : ANY;
    ofFiles = posix ? permissions("rw-------") : ANY;
  }

  static PrivateFiles of(Path folder) {
    return new PrivateFiles(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
  }

  void createFolder(Path folder) throws IOException {
    Path parent = folder.getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      createFolder(parent);
    }
    if (!Files.isDirectory(folder)) {
      try {
        Files.createDirectory(folder, ofFolders);
      } catch (FileAlreadyExistsException byAnother) {
        requireFolder(folder, byAnother);
      }
    }
  }

  void createFile(Path file) throws IOException {
    try {
      Files.createFile(file, ofFiles);
    } catch (FileAlreadyExistsException there) {
      return;
    }
  }

  /**
   * Refuses a folder or file that another user may change: one that is a symbolic link, is another
   * user's, or may be written by others. A user who can write an entry decides what a duplicate
   * gets.
   */
  void checkOwn(Path path, UserPrincipal owner) throws IOException {
    checkNoLink(path);
    if (!posix) {
      return;
    }
    PosixFileAttributes attributes =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.owner().equals(owner)) {
      throw new IOException(
          shown(path) + " belongs to " + shown(attributes.owner()) + ", not to " + shown(owner));
    }
    checkMode(path, attributes);
  }

  private static void checkMode(Path path, PosixFileAttributes attributes) throws IOException {
    Set<PosixFilePermission> mode = attributes.permissions();
    if (mode.contains(PosixFilePermission.GROUP_WRITE)
        || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException(
          shown(path)
              + " may be written by others (mode "
              + PosixFilePermissions.toString(mode)
              + "): take that from them, or choose another folder");
    }
  }

  private static void checkNoLink(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      throw new IOException(shown(path) + " is a symbolic link, which is not followed");
    }
  }

  /** The user that this process writes files as; none where the file system has no owners. */
  static UserPrincipal writer(Path folder) throws IOException {
    Path own = Files.createTempFile(folder, "owner", null);
    try {
      return Files.getOwner(own, LinkOption.NOFOLLOW_LINKS);
    } finally {
      Files.delete(own);
    }
  }

  /** Null if there is no such file; one that is a link or may be written by others is refused. */
  byte @Nullable [] readOwn(Path file, int atMost) throws IOException {
    checkNoLink(file);
    if (posix && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      checkMode(
          file, Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    }
    return read(file, atMost);
  }

  /** Null if there is no such file. */
  private byte @Nullable [] read(Path file, int atMost) throws IOException {
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return in.readNBytes(atMost);
    } catch (FileNotFoundException missing) {
      if (Files.exists(file)) {
        throw missing;
      }
      return null;
    }
  }

  /**
   * Writes a second file, then renames it: a reader, now or after a crash, finds the old content or
   * the new one. Only one thread of all processes may write in a folder at a time.
   */
  void replace(Path file, byte[] bytes, boolean durable) throws IOException {
    Path fresh = file.resolveSibling("fresh");
    Files.deleteIfExists(fresh);
    createFile(fresh);
    try (FileOutputStream out = new FileOutputStream(fresh.toFile())) {
      out.write(bytes);
      if (durable) {
        out.getFD().sync();
      }
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    if (durable && posix) {
      syncFolder(file.toAbsolutePath().getParent());
    }
  }

  /** Names of the files of a folder. */
  static String[] names(Path folder) throws IOException {
    String[] names = folder.toFile().list();
    if (names == null) {
      throw new IOException(shown(folder) + " cannot be listed");
    }
    return names;
  }

  private static void syncFolder(@Nullable Path folder) throws IOException {
    if (folder == null) {
      return;
    }
    boolean interrupted = false;
    try {
      boolean synced = false;
      while (!synced) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
          channel.force(true);
          synced = true;
        } catch (ClosedByInterruptException again) {
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void requireFolder(Path folder, FileAlreadyExistsException failure)
      throws FileAlreadyExistsException {
    if (!Files.isDirectory(folder)) {
      throw failure;
    }
  }

  /** Names of files and of users may hold any character. */
  private static String shown(Object name) {
    return PrintableText.oneLine(name.toString());
  }

  private static FileAttribute<?>[] permissions(String text) {
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))
    };
  }
}
