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

  private static final Set<PosixFilePermission> OWNER_ALONE =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private OwnerOnlyFile() {}

  /**
   * Creates a file.
   *
   * @throws IOException if it exists, or if its permissions cannot be restricted
   */
  static RandomAccessFile create(Path file) throws IOException {
    try {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ALONE));
    } catch (UnsupportedOperationException notPosix) {
      Files.createFile(file);
      if (!hide(file)) {
        throw new IOException(
            "cannot keep " + PrintableText.oneLine(file.toString()) + " from others", notPosix);
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
    if (!hideExisting(file)) {
      throw new IOException(
          "cannot keep " + PrintableText.oneLine(file.toString()) + " from others");
    }
    return open(file);
  }

  private static boolean hideExisting(Path file) throws IOException {
    try {
      Files.setPosixFilePermissions(file, OWNER_ALONE);
      return true;
    } catch (UnsupportedOperationException notPosix) {
      return hide(file);
    }
  }

  private static boolean hide(Path file) {
    return file.toFile().setReadable(false, false) && file.toFile().setReadable(true, true);
  }
}
