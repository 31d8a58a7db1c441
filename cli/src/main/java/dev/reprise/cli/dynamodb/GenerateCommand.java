package dev.reprise.cli.dynamodb;

import dev.reprise.dynamodb.ndjson.Compression;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise dynamodb generate}: made-up items. */
@Command(
    name = "generate",
    description = "Write made-up items, one a line, to try a load with.",
    footer = {
      "",
      "Items are plain JSON with the partition key id, a string. The same numbers give the same "
          + "bytes, on every machine; more items begin with fewer; another seed gives other items "
          + "of the same keys.",
      "",
      "Example:",
      "  reprise dynamodb generate 1000000 --out items.ndjson.gz"
    })
public final class GenerateCommand implements Callable<Integer> {

  private static final int BUFFER = 1 << 16;
  private static final long MOST_ITEMS = 10_000_000_000L;

  @Parameters(index = "0", paramLabel = "NUMBER", description = "How many items.")
  private long count;

  @Option(
      names = "--bytes",
      paramLabel = "NUMBER",
      defaultValue = "200",
      description = "How long each line is, its end included. Default ${DEFAULT-VALUE}.")
  private int bytes;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "1",
      description = "Which items. Default ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Where they go, compressed if it ends in .gz or .zst. By default standard output.")
  private @Nullable String target;

  private @Nullable CommandSpec spec;

  /** Made by the command line. */
  public GenerateCommand() {}

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    Ranges.check(line, "NUMBER", count, 0, MOST_ITEMS);
    Ranges.check(line, "--bytes", bytes, GeneratedItems.FEWEST_BYTES, GeneratedItems.MOST_BYTES);
    GeneratedItems items = new GeneratedItems(bytes, seed);
    if (target == null) {
      OutputStream out = new BufferedOutputStream(OutputFile.standard(), BUFFER);
      items.write(count, out);
      out.flush();
      return System.out.checkError() ? 1 : 0;
    }
    write(line, items, Path.of(target));
    return 0;
  }

  /** The file appears when it is complete. */
  private void write(CommandLine line, GeneratedItems items, Path file) throws IOException {
    OutputFile.refuseFolder(line, file);
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      try (OutputStream raw = Files.newOutputStream(part);
          OutputStream out =
              new BufferedOutputStream(Compression.of(file).compressing(raw), BUFFER)) {
        items.write(count, out);
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failure) {
      throw new ParameterException(
          line, "cannot write " + file + ": " + Words.of(failure), failure);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
