package dev.reprise.idempotency.store;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * Files that only their owner may read, written whole or not at all. Streams and not channels,
 * since an interrupt closes a channel in the middle of its work.
 */
final class Disk {

  private static final FileAttribute<?>[] ANY = {};

  private final FileAttribute<?>[] ofFolders;
  private final FileAttribute<?>[] ofFiles;
  private final boolean posix;

  private Disk(boolean posix) {
    this.posix = posix;
    ofFolders = posix ? permissions("rwx------") : ANY;
    ofFiles = posix ? permissions("rw-------") : ANY;
  }

  static Disk of(Path folder) {
    return new Disk(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
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

  /** Null if there is no such file. */
  byte @Nullable [] read(Path file, int atMost) throws IOException {
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
   * Writes beside the file, then renames: whoever reads, now or after a crash, finds the old
   * content or the new one. Only one thread of all processes may write in a folder at a time.
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
      throw new IOException(folder + " cannot be listed");
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

  private static FileAttribute<?>[] permissions(String text) {
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))
    };
  }
}
