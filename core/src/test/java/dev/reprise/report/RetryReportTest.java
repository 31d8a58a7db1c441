package dev.reprise.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryReportTest {

  private final RetryReport report =
      new RetryReport(
          "orders",
          9,
          StopReason.DEADLINE,
          5_000,
          List.of(
              new AttemptRecord(1, 0, 10, "a", FailureKind.TIMEOUT, 20, WaitSource.SERVER),
              new AttemptRecord(9, 30, 40, "b", FailureKind.TRANSIENT, -1, WaitSource.BACKOFF)),
          0,
          0);

  @Test
  void tells_what_it_was_made_of() {
    assertEquals("orders", report.retry());
    assertEquals(9, report.attempts());
    assertEquals(StopReason.DEADLINE, report.stopReason());
    assertEquals(Duration.ofNanos(5_000), report.elapsed());
    assertEquals(7, report.omitted());
    assertTrue(report.records().get(0).retried());
    assertFalse(report.records().get(1).retried());
  }

  @Test
  void keeps_its_records_whatever_becomes_of_the_list() {
    List<AttemptRecord> records = new ArrayList<>(report.records());
    RetryReport copied = new RetryReport("orders", 2, StopReason.BUDGET, 0, records, 0, 0);

    records.clear();

    assertEquals(2, copied.records().size());
    assertThrows(UnsupportedOperationException.class, () -> copied.records().clear());
  }

  @Test
  void is_equal_by_value() {
    RetryReport same =
        new RetryReport("orders", 9, StopReason.DEADLINE, 5_000, report.records(), 7, 8);

    assertEquals(report, same);
    assertEquals(report.hashCode(), same.hashCode());
    assertNotEquals(report, report.withoutWords());
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
  void tells_nothing_of_nesting_after_serialisation() throws Exception {
    long attempt = RetryReport.mark();
    IOException failure = new IOException("reset");
    Reports.report("below", 3).attachTo(failure);

    assertTrue(RetryReport.retriedBelow(failure, attempt));
    assertFalse(RetryReport.retriedBelow(copyOf(failure), attempt));
  }

  @SuppressWarnings({"unchecked", "BanSerializableRead"}) // what was written is read
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
