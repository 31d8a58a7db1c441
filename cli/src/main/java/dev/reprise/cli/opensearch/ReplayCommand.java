package dev.reprise.cli.opensearch;

import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.load.DeadLetterOptions;
import dev.reprise.cli.load.ItemFiles;
import dev.reprise.cli.load.Job;
import dev.reprise.cli.load.LineFormat;
import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.opensearch.BulkItem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code reprise opensearch replay}: sends dead letters again. */
@Command(
    name = "replay",
    description = "Send the dead letters of a load again.",
    footer = {
      "",
      "Dead letters without a document, such as lines that were not JSON, are reported and not "
          + "sent. FILE is not changed; documents that fail again go to a new file of dead letters.",
      "",
      "The exit code is 0 if every dead letter was stored, 1 if not, 2 for invalid arguments, 128 "
          + "+ n if signal n stopped it: 130 after Ctrl-C.",
      "",
      "Example:",
      "  reprise opensearch replay orders.ndjson.dead.ndjson --index orders"
    })
public final class ReplayCommand extends Subcommand {

  @Parameters(index = "0", paramLabel = "FILE", description = "A file of dead letters.")
  private String file = "";

  @Option(
      names = "--other-index",
      description = "Allow dead letters that were written for a different index.")
  private boolean otherIndex;

  @Mixin private IndexOptions options = new IndexOptions();
  @Mixin private DeadLetterOptions deadLetters = new DeadLetterOptions();

  /** Created by the parser of arguments. */
  public ReplayCommand() {}

  @Override
  public Integer call() throws IOException {
    CommandLine line = line();
    IndexOptions.Target target = options.parse(line);
    String letters = DeadLetterOptions.nextAfter(file);
    deadLetters.addTo(new DistinctFiles(line).reads("FILE", Path.of(file)), letters);
    DeadLetterOptions.checkInput(line, file);
    if (!otherIndex) {
      refuseOtherIndexes(line, target.name());
    }
    LineFormat<BulkItem> format =
        LineFormat.parsing(DocumentLetters::parse, Documents.MAX_LINE_BYTES);
    try (Job<ItemFiles<BulkItem>, BulkItem> job =
        Job.open(
            line,
            Job.Kind.REPLAY,
            bad -> ItemFiles.of(List.of(file), format, bad),
            deadLetters.create(line, letters, DocumentLetters.of(target.name())),
            target.send())) {
      return job.print(line.getOut(), job.reporting(target.batch()).run(job.input()), "stored", "");
    }
  }

  private void refuseOtherIndexes(CommandLine line, String index) {
    try {
      Collection<String> others = DocumentLetters.otherIndexes(Path.of(file), index);
      if (!others.isEmpty()) {
        throw new ParameterException(
            line,
            "--index is "
                + index
                + ", but "
                + file
                + " has dead letters for "
                + String.join(", ", others)
                + ": give that index, or add --other-index");
      }
    } catch (IOException | UncheckedIOException failure) {
      throw new ParameterException(
          line, "cannot read " + file + ": " + ErrorText.of(failure), failure);
    }
  }
}
