package dev.reprise.batch.journal;

import dev.reprise.time.TickSource;
import java.nio.file.Path;

/** Prints whether another process may use a journal. */
final class LockProbe {

  private LockProbe() {}

  public static void main(String[] args) {
    try (OpenJournal open = BatchJournal.in(Path.of(args[0])).open(TickSource.system())) {
      System.out.println("opened, " + open.tornBytes() + " torn");
    } catch (JournalException refused) {
      System.out.println(refused.getMessage());
    }
  }
}
