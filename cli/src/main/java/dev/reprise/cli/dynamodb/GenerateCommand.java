package dev.reprise.cli.dynamodb;

import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.output.OutputFile;
import dev.reprise.cli.output.StandardOutput;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.dynamodb.items.Compression;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
          "Where they go, compressed if it ends in .gz or .zst. By default standard output, which -"
              + " is too.")
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
    ArgumentChecks.check(line, "NUMBER", count, 0, MOST_ITEMS);
    ArgumentChecks.check(
        line, "--bytes", bytes, GeneratedItems.FEWEST_BYTES, GeneratedItems.MOST_BYTES);
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
      tellStopped(line.getErr(), written);
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

  private void tellStopped(PrintWriter messages, long written) {
    String file = target == null || target.equals(ItemOutput.STANDARD) ? "" : target;
    messages.println(
        "reprise: stopped"
            + Interruption.by()
            + " after "
            + written
            + " of "
            + count
            + " items"
            + (file.isEmpty() ? "" : "; " + ErrorText.line(file) + " was not written"));
    messages.flush();
  }
}
