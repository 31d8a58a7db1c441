package dev.reprise.cli.dynamodb;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.journal.JournalException;
import dev.reprise.batch.journal.JournalView;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.output.DistinctFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code reprise dynamodb journal}: prints the contents of a journal. */
@Command(
    name = "journal",
    description = "Print the contents of the journal of a load.",
    footer = {
      "",
      "Changes nothing, and can be used during the load. Unreadable bytes at the end are an entry "
          + "that was being written when a run was killed; the next run removes them and sends the "
          + "items again.",
      "",
      "The exit code is 0 if FILE is a journal, 2 if not.",
      "",
      "Example:",
      "  reprise dynamodb journal orders.journal"
    })
public final class JournalCommand extends Subcommand {

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "A journal, written by load --journal.")
  private String file = "";

  /** Created by the parser of arguments. */
  public JournalCommand() {}

  @Override
  public Integer call() throws IOException {
    CommandLine line = line();
    new DistinctFiles(line).reads("FILE", Path.of(file));
    try {
      print(line.getOut(), BatchJournal.inspect(Path.of(file)));
      return 0;
    } catch (JournalException invalid) {
      throw new ParameterException(line, String.valueOf(invalid.getMessage()), invalid);
    }
  }

  private static void print(PrintWriter out, JournalView view) {
    row(out, "load", view.description());
    row(out, "state", view.complete() ? "complete" : "can be resumed");
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
    row(out, "unreadable bytes at the end", view.tornBytes());
    out.flush();
  }

  /** Number of gaps before and between the items done. */
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
