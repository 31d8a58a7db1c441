package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.journal.JournalException;
import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.UntrustedText;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that text of services, items and paths is printed on one line, bounded and escaped. */
class UntrustedTextTest {

  static Stream<Arguments> doors() {
    return Stream.of(
        output("a service's message for an invalid chunk", text -> message(invalid(text))),
        output("a service's message for unprocessed items", text -> message(rest(text))),
        output("a service's message for an item", text -> message(refused(text))),
        output("a failure", text -> message(failing(text))),
        output("a dead letter", text -> letter(failing(text)).toString()),
        output(
            "a dead letter of a different source",
            text ->
                new DeadLetter<>(
                        text,
                        1,
                        StopReason.ATTEMPTS,
                        FailureKind.OTHER,
                        2,
                        new IOException(text),
                        text)
                    .toString()),
        output("a report", text -> report(failing(text)).toString()),
        output("a pace", UntrustedTextTest::pace),
        output("a failure of a journal", text -> new JournalException(text, null).getMessage()),
        output("a journal", UntrustedTextTest::journal));
  }

  private static Arguments output(String name, UnaryOperator<String> shows) {
    return Arguments.of(name, shows);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("doors")
  void is_one_line_of_bounded_length_and_escaped(String name, UnaryOperator<String> shows) {
    assertThat(shows.apply("Xy")).doesNotContain("\n");
    UntrustedText.assertPrintable(shows);
  }

  private static Batch<String> invalid(String text) {
    return batch(chunk -> BatchReply.invalid(text));
  }

  private static Batch<String> rest(String text) {
    return batch(chunk -> BatchReply.<String>nothingDone().withMessage(text));
  }

  private static Batch<String> refused(String text) {
    return batch(chunk -> BatchReply.<String>allDone().rejectingAt(0, text));
  }

  private static Batch<String> failing(String text) {
    return batch(
        chunk -> {
          throw new IOException(text);
        });
  }

  private static Batch<String> batch(BatchOperation<String> operation) {
    return Batch.of(RetryPolicy.none(), operation);
  }

  private static String message(Batch<String> batch) {
    return letter(batch).message();
  }

  private static DeadLetter<String> letter(Batch<String> batch) {
    return report(batch).deadLetters().get(0);
  }

  private static BatchReport<String> report(Batch<String> batch) {
    return batch.run(List.of("item"));
  }

  private static String pace(String text) {
    try {
      return Pace.parse("a" + text).toString();
    } catch (IllegalArgumentException refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  private static String journal(String text) {
    try {
      return BatchJournal.in(Path.of("a" + text.replace('/', '_')))
          .describing(text.substring(0, Math.min(5_000, text.length())))
          .toString();
    } catch (InvalidPathException impossible) {
      return "";
    }
  }
}
