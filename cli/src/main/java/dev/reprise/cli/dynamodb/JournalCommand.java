package dev.reprise.cli.dynamodb;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.journal.JournalException;
import dev.reprise.batch.journal.JournalView;
import dev.reprise.cli.output.DistinctFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise dynamodb journal}: what a journal knows. */
@Command(
    name = "journal",
    description = "Print the contents of the journal of a load.",
    footer = {
      "",
      "Changes nothing, and may be asked while the load goes on. Bytes that cannot be read at the "
          + "end are what a run was writing when it was killed; the next "
          + "run cuts them off and sends "
          + "those items again.",
      "",
      "The exit code is 0 if it is a journal, 2 if not.",
      "",
      "Example:",
      "  reprise dynamodb journal orders.journal"
    })
public final class JournalCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "A journal, as load --journal has it.")
  private String file = "";

  private @Nullable CommandSpec spec;

  /** Made by the command line. */
  public JournalCommand() {}

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    new DistinctFiles(line).reads("FILE", Path.of(file));
    try {
      print(line.getOut(), BatchJournal.inspect(Path.of(file)));
      return 0;
    } catch (JournalException none) {
      throw new ParameterException(line, String.valueOf(none.getMessage()), none);
    }
  }

  private static void print(PrintWriter out, JournalView view) {
    row(out, "load", view.description());
    row(out, "state", view.complete() ? "complete" : "to be resumed");
    row(out, "items done", view.done());
    if (view.superseded() > 0) {
      row(out, "items superseded", view.superseded());
    }
    row(
        out,
        "items in the input",
        view.inputLength().isPresent() ? view.inputLength().getAsLong() : "not known yet");
    row(out, "first not known to be done", firstUnknown(view));
    row(out, "gaps", gaps(view));
    row(out, "records", view.records());
    row(out, "bytes", view.bytes());
    row(out, "bytes cut short at the end", view.tornBytes());
    out.flush();
  }

  /** Between the items done, and before the first of them. */
  private static long gaps(JournalView view) {
    return view.firstUnknown() > 0 ? view.ranges() - 1 : view.ranges();
  }

  private static String firstUnknown(JournalView view) {
    return view.complete() ? "none" : "item " + (view.firstUnknown() + 1);
  }

  private static void row(PrintWriter out, String name, Object value) {
    out.println(String.format(Locale.ROOT, "%-27s %s", name, value));
  }
}
