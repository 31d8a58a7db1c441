package dev.reprise.dynamodb.deadletter;

import dev.reprise.text.PrintableText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Files that only their owner can read and write, from their creation on. They are not opened as
 * channels, which an interrupt would close.
 */
final class OwnerOnlyFile {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private OwnerOnlyFile() {}

  /**
   * Creates a file.
   *
   * @throws IOException if it exists, or if its permissions cannot be restricted
   */
  static RandomAccessFile create(Path file) throws IOException {
    try {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (UnsupportedOperationException notPosix) {
      Files.createFile(file);
      if (!restrict(file)) {
        throw new IOException(
            "cannot restrict " + PrintableText.oneLine(file.toString()) + " to its owner",
            notPosix);
      }
    }
    return open(file);
  }

  private static RandomAccessFile open(Path file) throws IOException {
    return new RandomAccessFile(file.toFile(), "rw");
  }

  /** Opens a file to append to it, and creates it if it does not exist. */
  static RandomAccessFile append(Path file) throws IOException {
    if (!Files.exists(file)) {
      return create(file);
    }
    if (!restrictExisting(file)) {
      throw new IOException(
          "cannot restrict " + PrintableText.oneLine(file.toString()) + " to its owner");
    }
    return open(file);
  }

  private static boolean restrictExisting(Path file) throws IOException {
    try {
      Files.setPosixFilePermissions(file, OWNER_ONLY);
      return true;
    } catch (UnsupportedOperationException notPosix) {
      return restrict(file);
    }
  }

  private static boolean restrict(Path file) {
    return file.toFile().setReadable(false, false) && file.toFile().setReadable(true, true);
  }
}
