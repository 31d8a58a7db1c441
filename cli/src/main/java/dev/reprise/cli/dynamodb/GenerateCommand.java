package dev.reprise.cli.dynamodb;

import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.output.OutputFile;
import dev.reprise.cli.output.StandardOutput;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.dynamodb.items.Compression;
import dev.reprise.text.CountText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reprise dynamodb generate}: writes generated items. */
@Command(
    name = "generate",
    description = "Write generated items, one per line, as input for a load.",
    footer = {
      "",
      "Items are plain JSON with the partition key id, a string. The same arguments give the same "
          + "bytes on every machine. A longer output begins with a shorter one. A different seed "
          + "gives different items with the same keys.",
      "",
      "Example:",
      "  reprise dynamodb generate 1000000 --out items.ndjson.gz"
    })
public final class GenerateCommand extends Subcommand {

  private static final int BUFFER = 1 << 16;
  private static final long MAX_ITEMS = 10_000_000_000L;

  @Parameters(index = "0", paramLabel = "NUMBER", description = "Number of items.")
  private long count;

  @Option(
      names = "--bytes",
      paramLabel = "NUMBER",
      defaultValue = "200",
      description = "Length of each line, including its line feed. Default: ${DEFAULT-VALUE}.")
  private int bytes;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "1",
      description = "Seed of the generated values. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Output, compressed if the name ends in .gz or .zst; - for standard output (default).")
  private @Nullable String target;

  /** Created by the parser of arguments. */
  public GenerateCommand() {}

  @Override
  public Integer call() throws IOException {
    CommandLine line = line();
    Arguments.checkRange(line, "NUMBER", count, 0, MAX_ITEMS);
    Arguments.checkRange(
        line, "--bytes", bytes, GeneratedItems.MIN_BYTES, GeneratedItems.MAX_BYTES);
    new DistinctFiles(line).writes("--out", target);
    GeneratedItems items = new GeneratedItems(bytes, seed);
    AtomicBoolean stopped = new AtomicBoolean();
    try (Interruption interruption = new Interruption(() -> stopped.set(true))) {
      long written =
          target == null || target.equals(ItemOutput.STANDARD)
              ? print(items, stopped)
              : write(line, items, target, stopped);
      if (written == count) {
        return 0;
      }
      Interruption.printStopped(line.getErr(), details(written));
      return interruption.exitCode();
    }
  }

  private long print(GeneratedItems items, AtomicBoolean stopped) throws IOException {
    OutputStream out = new BufferedOutputStream(StandardOutput.bytes(), BUFFER);
    long written = items.write(count, out, stopped::get);
    out.flush();
    return written;
  }

  private long write(CommandLine line, GeneratedItems items, String name, AtomicBoolean stopped)
      throws IOException {
    try (OutputFile file = ItemOutput.file(line, name)) {
      long written;
      try (OutputStream out =
          new BufferedOutputStream(
              Compression.of(Path.of(name)).compressing(file.stream()), BUFFER)) {
        written = items.write(count, out, stopped::get);
      }
      if (written == count) {
        file.complete();
      }
      return written;
    }
  }

  private String details(long written) {
    String details = " after " + written + " of " + CountText.of(count, "item");
    return target == null || target.equals(ItemOutput.STANDARD)
        ? details
        : details + "; " + ErrorText.line(ItemOutput.incomplete(target));
  }
}
