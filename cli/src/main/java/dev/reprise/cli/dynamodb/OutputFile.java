package dev.reprise.cli.dynamodb;

import dev.reprise.dynamodb.ndjson.Compression;
import dev.reprise.dynamodb.ndjson.ItemWriter;
import dev.reprise.dynamodb.ndjson.JsonForm;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Where items are written. */
final class OutputFile {

  static final String STANDARD = "-";

  private OutputFile() {}

  /** Standard output, which stays open. */
  static OutputStream standard() {
    return new FilterOutputStream(System.out) {
      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
      }

      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }

  /**
   * A file that appears when it is complete, compressed as its name tells; or standard output.
   *
   * @throws ParameterException if it cannot be written
   */
  static ItemWriter of(CommandLine line, String name, JsonForm form) {
    refuseFolder(line, Path.of(name));
    try {
      return name.equals(STANDARD)
          ? ItemWriter.of(standard(), form, Compression.NONE)
          : ItemWriter.replace(Path.of(name), form, Compression.of(Path.of(name)));
    } catch (IOException failure) {
      throw new ParameterException(
          line, "cannot write " + name + ": " + Words.of(failure), failure);
    }
  }

  /**
   * Refuses to take a folder's place.
   *
   * @throws ParameterException if it is one
   */
  static void refuseFolder(CommandLine line, Path file) {
    if (Files.isDirectory(file)) {
      throw new ParameterException(line, "cannot write " + file + ": it is a folder");
    }
  }
}
