package dev.reprise;

import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.WaitSource;
import dev.reprise.report.AttemptRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a running call that its report will tell of: the first and the last four.
 * Failures are put into words only when the report is made.
 */
final class History {

  private static final int LAST = 4;

  private final Entry first;
  private final @Nullable Entry[] last = new Entry[LAST];
  private int later;

  History(Entry first) {
    this.first = first;
  }

  void add(Entry entry) {
    last[later % LAST] = entry;
    later++;
  }

  List<AttemptRecord> records(Function<? super Throwable, String> inWords) {
    List<AttemptRecord> records = new ArrayList<>();
    records.add(first.record(inWords));
    for (int i = Math.max(0, later - LAST); i < later; i++) {
      Entry entry = last[i % LAST];
      if (entry != null) {
        records.add(entry.record(inWords));
      }
    }
    return records;
  }

  record Entry(
      int number, long startedAfterNanos, long lengthNanos, Outcome<?> outcome, Decision decision) {

    AttemptRecord record(Function<? super Throwable, String> inWords) {
      FailureKind kind = decision.verdict().kind();
      Decision.RetryAfter again = decision instanceof Decision.RetryAfter retry ? retry : null;
      return new AttemptRecord(
          number,
          startedAfterNanos,
          lengthNanos,
          words(inWords),
          kind,
          again == null ? -1 : again.delayNanos(),
          again == null ? WaitSource.BACKOFF : again.source());
    }

    private String words(Function<? super Throwable, String> inWords) {
      Throwable failure = outcome.failureOrNull();
      if (failure != null) {
        return inWords.apply(failure);
      }
      if (decision instanceof Decision.GiveUp giveUp && giveUp.bug() != null) {
        return "result not judged: " + inWords.apply(giveUp.bug());
      }
      return decision instanceof Decision.Accept ? "succeeded" : "result rejected";
    }
  }
}
