package dev.reprise.cli.dynamodb;

import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.output.OutputFile;
import dev.reprise.cli.output.StandardOutput;
import dev.reprise.dynamodb.items.Compression;
import dev.reprise.dynamodb.items.ItemWriter;
import dev.reprise.dynamodb.items.JsonForm;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Writes items to a file, which appears when it is complete, or to standard output. */
final class ItemOutput implements Closeable {

  /** The name of standard output. */
  static final String STANDARD = "-";

  private final ItemWriter items;
  private final @Nullable OutputFile file;

  private ItemOutput(ItemWriter items, @Nullable OutputFile file) {
    this.items = items;
    this.file = file;
  }

  /**
   * Opens an output, compressed if its name ends in .gz or .zst.
   *
   * @throws ParameterException if the file cannot be written
   */
  static ItemOutput open(CommandLine line, String name, JsonForm form) throws IOException {
    if (name.equals(STANDARD)) {
      return new ItemOutput(ItemWriter.of(StandardOutput.bytes(), form, Compression.NONE), null);
    }
    OutputFile file = file(line, name);
    try {
      Compression compression = Compression.of(Path.of(name));
      return new ItemOutput(ItemWriter.of(file.stream(), form, compression), file);
    } catch (IOException failure) {
      file.close();
      throw failure;
    }
  }

  /**
   * Opens a file.
   *
   * @throws ParameterException if the file cannot be written
   */
  static OutputFile file(CommandLine line, String name) {
    try {
      return OutputFile.open(name);
    } catch (IOException failure) {
      throw new ParameterException(line, ErrorText.of(failure), failure);
    }
  }

  /**
   * A message for an output that was not completed.
   *
   * @param name a file; {@code -} for standard output
   */
  static String incomplete(String name) {
    return name.equals(STANDARD) ? "standard output is incomplete" : name + " was not written";
  }

  ItemWriter items() {
    return items;
  }

  /** Completes the file, which appears under its name. */
  void complete() throws IOException {
    items.complete();
    if (file != null) {
      file.complete();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      items.close();
    } finally {
      if (file != null) {
        file.close();
      }
    }
  }
}
