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
 * Files that only their owner can read, written completely or not at all. They are read and written
 * by streams, since an interrupt closes a channel.
 */
final class PrivateFiles {

  private static final FileAttribute<?>[] DEFAULT = {};

  private final FileAttribute<?>[] folderAttributes;
  private final FileAttribute<?>[] fileAttributes;
  private final boolean posix;

  private PrivateFiles(boolean posix) {
    this.posix = posix;
    folderAttributes = posix ? permissions("rwx------") : DEFAULT;
    fileAttributes = posix ? permissions("rw-------") : DEFAULT;
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
        Files.createDirectory(folder, folderAttributes);
      } catch (FileAlreadyExistsException concurrent) {
        requireFolder(folder, concurrent);
      }
    }
  }

  void createFile(Path file) throws IOException {
    try {
      Files.createFile(file, fileAttributes);
    } catch (FileAlreadyExistsException existing) {
      return;
    }
  }

  /**
   * Rejects a folder or file that a different user can change: a symbolic link, a file of a
   * different user, or a file that is writable by others. A user who can write an entry decides
   * which outcome a duplicate gets.
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
          printable(path)
              + " belongs to "
              + printable(attributes.owner())
              + ", not to "
              + printable(owner));
    }
    checkMode(path, attributes);
  }

  private static void checkMode(Path path, PosixFileAttributes attributes) throws IOException {
    Set<PosixFilePermission> mode = attributes.permissions();
    if (mode.contains(PosixFilePermission.GROUP_WRITE)
        || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException(
          printable(path)
              + " is writable by others (mode "
              + PosixFilePermissions.toString(mode)
              + "): remove this permission, or choose a different folder");
    }
  }

  private static void checkNoLink(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      throw new IOException(printable(path) + " is a symbolic link, which is not allowed");
    }
  }

  /** Returns the owner of the files that this process writes. */
  static UserPrincipal currentUser(Path folder) throws IOException {
    Path probe = Files.createTempFile(folder, "owner", null);
    try {
      return Files.getOwner(probe, LinkOption.NOFOLLOW_LINKS);
    } finally {
      Files.delete(probe);
    }
  }

  /**
   * Returns the first bytes of a file; null if it does not exist. Rejects a link and a file that is
   * writable by others.
   */
  byte @Nullable [] readOwn(Path file, int maxBytes) throws IOException {
    checkNoLink(file);
    if (posix && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      checkMode(
          file, Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    }
    return read(file, maxBytes);
  }

  /** Returns the first bytes of a file; null if it does not exist. */
  private byte @Nullable [] read(Path file, int maxBytes) throws IOException {
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return in.readNBytes(maxBytes);
    } catch (FileNotFoundException missing) {
      if (Files.exists(file)) {
        throw missing;
      }
      return null;
    }
  }

  /**
   * Writes a temporary file and renames it, so that a reader, now or after a crash, finds the old
   * or the new content. Only one thread of all processes may write to a folder at a time.
   */
  void replace(Path file, byte[] bytes, boolean durable) throws IOException {
    Path replacement = file.resolveSibling("replacement");
    Files.deleteIfExists(replacement);
    createFile(replacement);
    try (FileOutputStream out = new FileOutputStream(replacement.toFile())) {
      out.write(bytes);
      if (durable) {
        out.getFD().sync();
      }
    }
    Files.move(
        replacement, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    if (durable && posix) {
      syncFolder(file.toAbsolutePath().getParent());
    }
  }

  /** Returns the names of the files of a folder. */
  static String[] names(Path folder) throws IOException {
    String[] names = folder.toFile().list();
    if (names == null) {
      throw new IOException(printable(folder) + " cannot be listed");
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
        } catch (ClosedByInterruptException retry) {
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

  /** Makes a name printable, since names of files and users may contain any character. */
  private static String printable(Object name) {
    return PrintableText.oneLine(name.toString());
  }

  private static FileAttribute<?>[] permissions(String text) {
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))
    };
  }
}
