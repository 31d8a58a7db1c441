package dev.reprise.report;

import dev.reprise.text.PrintableText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Writes a report as JSON by RFC 8259; {@code docs/reference/report.schema.json} describes it. */
final class ReportJson {

  private static final int VERSION = 1;
  private static final String HEX = "0123456789abcdef";
  private static final int REPLACEMENT = 0xfffd;

  private final StringBuilder json = new StringBuilder(512);

  private ReportJson() {}

  static String of(RetryReport report) {
    ReportJson writer = new ReportJson();
    writer.append(report);
    return writer.json.toString();
  }

  private void append(RetryReport report) {
    json.append('{');
    field("version", VERSION);
    field("retry", report.retry());
    field("attempts", report.attempts());
    field("stopReason", report.stopReason().name());
    field("explanation", report.explanation());
    field("elapsedNanos", report.elapsed().toNanos());
    field("maxAttempts", report.maxAttempts().isPresent() ? report.maxAttempts().getAsInt() : null);
    field("withinNanos", report.within().map(Duration::toNanos).orElse(null));
    field("omitted", report.omitted());
    name("records").append('[');
    for (AttemptRecord attempt : report.records()) {
      comma();
      append(attempt);
    }
    json.append("]}");
  }

  private void append(AttemptRecord attempt) {
    json.append('{');
    field("number", attempt.number());
    field("startedAfterNanos", attempt.startedAfterNanos());
    field("durationNanos", attempt.durationNanos() == 0 ? null : attempt.durationNanos());
    field("ending", attempt.ending().name());
    field("outcome", attempt.outcome());
    field("kind", attempt.kind().name());
    field("deferred", attempt.deferred());
    name("wait");
    append(attempt.waited());
    json.append('}');
  }

  private void append(AttemptRecord.@Nullable Wait wait) {
    if (wait == null) {
      json.append("null");
      return;
    }
    json.append('{');
    field("nanos", wait.nanos());
    field("source", wait.source().name());
    field("minNanos", wait.minNanos());
    field("maxNanos", wait.maxNanos());
    json.append('}');
  }

  /** Writes a number, a boolean or null. */
  private void field(String name, @Nullable Object value) {
    name(name).append(value);
  }

  private void field(String name, String value) {
    name(name).append('"');
    value.codePoints().limit(ReportText.MAX_TEXT_LENGTH).forEach(this::appendEscaped);
    json.append('"');
  }

  private StringBuilder name(String name) {
    comma();
    return json.append('"').append(name).append("\":");
  }

  private void comma() {
    char last = json.charAt(json.length() - 1);
    if (last != '{' && last != '[') {
      json.append(',');
    }
  }

  private void appendEscaped(int character) {
    switch (character) {
      case '"' -> json.append("\\\"");
      case '\\' -> json.append("\\\\");
      case '\n' -> json.append("\\n");
      case '\r' -> json.append("\\r");
      case '\t' -> json.append("\\t");
      default -> appendPlain(character);
    }
  }

  private void appendPlain(int character) {
    if (Character.getType(character) == Character.SURROGATE) {
      appendHex((char) REPLACEMENT);
    } else if (PrintableText.isUnsafe(character)) {
      for (char unit : Character.toChars(character)) {
        appendHex(unit);
      }
    } else {
      json.appendCodePoint(character);
    }
  }

  private void appendHex(char unit) {
    json.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      json.append(HEX.charAt(unit >> shift & 0xf));
    }
  }
}
