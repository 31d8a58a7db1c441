package dev.reprise.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import dev.reprise.report.AttemptRecord.Ending;
import dev.reprise.report.AttemptRecord.Wait;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportJsonTest {

  @Test
  void is_one_object_on_one_line_in_a_fixed_order() {
    RetryReport report =
        new RetryReport(
                "orders",
                7,
                StopReason.DEADLINE,
                29_000,
                List.of(
                    new AttemptRecord(
                        1,
                        0,
                        1_003,
                        Ending.FAILED,
                        "java.io.IOException: \"reset\"",
                        FailureKind.TRANSIENT,
                        new Wait(90, WaitSource.JITTER, 0, 100),
                        false),
                    new AttemptRecord(
                        7, 28_000, 0, Ending.REJECTED, "rejected", FailureKind.OTHER, null, true)),
                0,
                0)
            .explained(50, 30_000, "1 us of 30 us was left");

    assertEquals(
        "{'version':1,'retry':'orders','attempts':7,'stopReason':'DEADLINE',"
            .concat("'explanation':'1 us of 30 us was left','elapsedNanos':29000,")
            .concat("'maxAttempts':50,'withinNanos':30000,'omitted':5,'records':[")
            .concat("{'number':1,'startedAfterNanos':0,'durationNanos':1003,'ending':'FAILED',")
            .concat("'outcome':'java.io.IOException: \\'reset\\'','kind':'TRANSIENT',")
            .concat("'deferred':false,'wait':{'nanos':90,'source':'JITTER',")
            .concat("'minNanos':0,'maxNanos':100}},")
            .concat("{'number':7,'startedAfterNanos':28000,'durationNanos':null,")
            .concat("'ending':'REJECTED','outcome':'rejected','kind':'OTHER',")
            .concat("'deferred':true,'wait':null}]}")
            .replace('\'', '"'),
        report.toJson());
  }

  @Test
  void prints_null_for_missing_limits() {
    String json =
        new RetryReport("orders", 0, StopReason.EXECUTOR_REJECTED, 0, List.of(), 0, 0).toJson();

    assertEquals(
        "{'version':1,'retry':'orders','attempts':0,'stopReason':'EXECUTOR_REJECTED',"
            .concat("'explanation':'','elapsedNanos':0,'maxAttempts':null,")
            .concat("'withinNanos':null,'omitted':0,'records':[]}")
            .replace('\'', '"'),
        json);
  }

  @Test
  void escapes_characters_that_break_a_line_a_string_or_a_terminal() {
    assertEquals("\"\\\"\\\\/\"", string("\"\\/"));
    assertEquals("\"\\n\\r\\t\\u0000\\u001b\\u007f\\u0085\"", string("\n\r\t\0\033\177\u0085"));
    assertEquals("\"\\u2028\\u2029\\u202e\\ufeff\"", string("\u2028\u2029\u202e\ufeff"));
    assertEquals("\"\\udb40\\udc41\"", string(Character.toString(0xe0041)));
    assertEquals("\"grün 😀\"", string("grün 😀"));
  }

  @Test
  void replaces_half_a_surrogate_pair() {
    assertEquals("\"a\\ufffdb\"", string("a\ud83db"));
    assertEquals("\"\\ufffd\\ufffd\"", string("\ude00\ud83d"));
  }

  @Test
  void without_descriptions_contains_no_message() {
    RetryReport report = Reports.report("orders", 1).withoutMessages();

    assertTrue(report.toJson().contains("\"outcome\":\"transient\""), report.toJson());
  }

  /** The text in its JSON form. */
  private static String string(String text) {
    String json = new RetryReport(text, 0, StopReason.BUDGET, 0, List.of(), 0, 0).toJson();
    return json.substring("{\"version\":1,\"retry\":".length(), json.indexOf(",\"attempts\":"));
  }
}
