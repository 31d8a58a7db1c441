package dev.reprise.verification.release;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs a folder so that the same files make the same archive. */
final class Zip {

  /** Any fixed time. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private Zip() {}

  /** Writes all files of a folder, sorted by name. */
  static void pack(Path folder, Path archive) throws IOException {
    try (Stream<Path> found = Files.walk(folder);
        OutputStream out = Files.newOutputStream(archive);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      List<Path> files = found.filter(Files::isRegularFile).sorted().toList();
      for (Path file : files) {
        ZipEntry entry = new ZipEntry(folder.relativize(file).toString().replace('\\', '/'));
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
  }
}
