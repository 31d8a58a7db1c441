package dev.reprise.cli.load;

import dev.reprise.batch.journal.SyncPolicy;
import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.ErrorText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Files whose lines are sent, with a journal and dead letters. */
public final class LoadOptions {

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Input with one item per line; - for standard input.")
  private List<String> files = new ArrayList<>();

  @Mixin private JournalOptions journal = new JournalOptions();
  @Mixin private DeadLetterOptions deadLetters = new DeadLetterOptions();

  /** Created by the parser of arguments. */
  public LoadOptions() {}

  /**
   * Opens the files, sends their lines and closes the files.
   *
   * @return the exit code
   * @throws ParameterException if an option is invalid, or an input cannot be read
   */
  public <S, T> int load(
      CommandLine line, SendSettings settings, Load.Target<S, T> target, Load.Work<S, T> work)
      throws IOException {
    String letters = ItemFiles.stem(files) + DeadLetterOptions.SUFFIX;
    checkFiles(line, letters);
    SyncPolicy sync = journal.parse(line);
    try (Job<ItemFiles<S>, T> job =
        Job.open(
            line,
            journal.isGiven() ? Job.Kind.JOURNALED : Job.Kind.PLAIN,
            bad -> ItemFiles.of(files, target.lines(), bad),
            journal.exists()
                ? deadLetters.append(line, letters, target.letters())
                : deadLetters.create(line, letters, target.letters()),
            settings)) {
      Optional<String> misfit = journal.misfit(files, target.name());
      if (misfit.isPresent()) {
        return job.refuse("journal: " + misfit.get());
      }
      return work.send(
          new Load<>(
              job,
              items(job, letters),
              journal.journal(sync, ItemFiles.describe(files)),
              journal.hasSettled()));
    }
  }

  private void checkFiles(CommandLine line, String defaultLetters) {
    DistinctFiles named = new DistinctFiles(line);
    files.forEach(file -> named.reads("FILE", file));
    journal.addTo(named);
    deadLetters.addTo(named, defaultLetters);
  }

  private <S> Iterator<S> items(Job<ItemFiles<S>, ?> job, String defaultLetters) {
    ItemFiles<S> items = job.input();
    return new Iterator<>() {
      private boolean begun;

      @Override
      public boolean hasNext() {
        if (!begun) {
          begun = true;
          begin(job, defaultLetters);
        }
        return items.hasNext();
      }

      @Override
      public S next() {
        return items.next();
      }
    };
  }

  private void begin(Job<?, ?> job, String defaultLetters) {
    journal.printResumed(job::print);
    try {
      Path kept = journal.exists() ? deadLetters.keepEarlier(defaultLetters) : null;
      if (kept != null) {
        job.print("the dead letters of the previous run are in " + kept);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "cannot rename the dead letters of the previous run: " + ErrorText.of(failure), failure);
    }
  }
}
