package dev.reprise.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import dev.reprise.report.AttemptRecord.Wait;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RetryReportTest {

  private final RetryReport report =
      new RetryReport(
              "orders",
              9,
              StopReason.DEADLINE,
              5_000,
              List.of(
                  Reports.attempt(1, 0, 10, "a", Wait.of(20, WaitSource.SERVER)),
                  Reports.attempt(9, 30, 40, "b", null)),
              0,
              0)
          .explained(10, 6_000, "1 us of 6 us was left");

  @Test
  void returns_its_components() {
    assertEquals("orders", report.retry());
    assertEquals(9, report.attempts());
    assertEquals(StopReason.DEADLINE, report.stopReason());
    assertEquals(Duration.ofNanos(5_000), report.elapsed());
    assertEquals(7, report.omitted());
    assertEquals(OptionalInt.of(10), report.maxAttempts());
    assertEquals(Optional.of(Duration.ofNanos(6_000)), report.within());
    assertEquals("1 us of 6 us was left", report.explanation());
    assertTrue(report.records().get(0).retried());
    assertFalse(report.records().get(1).retried());
  }

  @Test
  void has_no_limit_if_there_is_none_or_it_is_unknown() {
    RetryReport bare = Reports.report("orders", 3);
    RetryReport unlimited = bare.explained(Integer.MAX_VALUE, Long.MAX_VALUE, "");

    assertEquals(bare, unlimited);
    assertEquals(OptionalInt.empty(), bare.maxAttempts());
    assertEquals(Optional.empty(), bare.within());
    assertEquals("", bare.explanation());
  }

  @Test
  void keeps_its_records_when_the_given_list_changes() {
    List<AttemptRecord> records = new ArrayList<>(report.records());
    RetryReport copied = new RetryReport("orders", 2, StopReason.BUDGET, 0, records, 0, 0);

    records.clear();

    assertEquals(2, copied.records().size());
    assertThrows(UnsupportedOperationException.class, () -> copied.records().clear());
  }

  @Test
  void is_equal_by_value() {
    RetryReport same =
        new RetryReport("orders", 9, StopReason.DEADLINE, 5_000, report.records(), 7, 8)
            .explained(10, 6_000, "1 us of 6 us was left");

    assertEquals(report, same);
    assertEquals(report.hashCode(), same.hashCode());
    assertNotEquals(report, report.withoutMessages());
    assertNotEquals(report, report.explained(10, 6_000, ""));
    assertNotEquals(report, report.explained(9, 6_000, report.explanation()));
    assertNotEquals(report, report.explained(10, 6_001, report.explanation()));
    assertNotEquals(
        report, new RetryReport("other", 9, StopReason.DEADLINE, 5_000, report.records(), 0, 0));
  }

  @Test
  void survives_serialisation() throws Exception {
    assertEquals(report, copyOf(report));
  }

  @Test
  void survives_serialisation_on_its_failure() throws Exception {
    IOException failure = new IOException("reset");
    report.attachTo(failure);

    IOException copy = copyOf(failure);

    assertEquals(report, RetryReport.of(copy).orElseThrow());
  }

  @Test
  void loses_its_information_about_nesting_in_serialization() throws Exception {
    long attempt = RetryReport.mark();
    IOException failure = new IOException("reset");
    Reports.report("below", 3).attachTo(failure);

    assertTrue(RetryReport.retriedBelow(failure, attempt));
    assertFalse(RetryReport.retriedBelow(copyOf(failure), attempt));
  }

  @SuppressWarnings({"unchecked", "BanSerializableRead"}) // the test wrote this object itself
  private static <T> T copyOf(T original) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(original);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    }
  }
}
