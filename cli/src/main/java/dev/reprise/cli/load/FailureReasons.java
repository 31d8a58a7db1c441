package dev.reprise.cli.load;

import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.decision.StopReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The reasons of dead items, with the number of items of each. */
final class FailureReasons {

  /** Reasons with a text that differs for each item would need unlimited memory. */
  private static final int MAX_REASONS = 1_000;

  private static final int MAX_PRINTED = 5;
  private static final String OTHERS = "other reasons";

  /** The code of the service before its message. */
  private static final Pattern ERROR_CODE = Pattern.compile("^\\w+Exception: ");

  private final Map<String, Long> dead = new LinkedHashMap<>();

  /** Counts a dead item. */
  void add(DeadLetter<?> letter) {
    String reason = textOf(letter);
    boolean known = dead.containsKey(reason) || dead.size() < MAX_REASONS;
    dead.merge(known ? reason : OTHERS, 1L, Long::sum);
  }

  private static String textOf(DeadLetter<?> letter) {
    Throwable error = letter.error();
    String text =
        error == null
            ? ERROR_CODE.matcher(ErrorText.line(letter.message())).replaceFirst("")
            : ErrorText.of(error);
    return letter.stopReason() == StopReason.NOT_RETRYABLE
        ? text
        : letter.stopReason() + ": " + text;
  }

  /** Returns a line for each reason, the most frequent ones first. */
  List<String> lines() {
    List<Map.Entry<String, Long>> sorted =
        dead.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .toList();
    long others = sorted.stream().skip(MAX_PRINTED).mapToLong(Map.Entry::getValue).sum();
    List<String> lines = new ArrayList<>();
    sorted.stream()
        .limit(MAX_PRINTED)
        .forEach(entry -> lines.add(entry.getValue() + " dead: " + entry.getKey()));
    if (others > 0) {
      lines.add(others + " dead: " + OTHERS);
    }
    return lines;
  }

  /** Returns the reason why items were not attempted. */
  static String ofStop(BatchReport<?> report) {
    return report.stopFailure().map(ErrorText::of).orElse(report.stopReason().toString());
  }
}
