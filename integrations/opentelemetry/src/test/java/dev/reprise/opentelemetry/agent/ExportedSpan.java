package dev.reprise.opentelemetry.agent;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A span as the exporter of the agent prints it, in the JSON of OTLP.
 *
 * @param json all of it, with its attributes
 */
record ExportedSpan(String trace, String id, String parent, String name, int kind, String json) {

  static final int INTERNAL = 1;
  static final int CLIENT = 3;

  private static final Pattern SPAN =
      Pattern.compile(
          "^\"([0-9a-f]{32})\",\"spanId\":\"([0-9a-f]{16})\""
              + "(?:,\"parentSpanId\":\"([0-9a-f]{16})\")?(?:,\"flags\":\\d+)?"
              + ",\"name\":\"([^\"]*)\",\"kind\":(\\d)");

  /** All spans of the output, in the order of their end. */
  static List<ExportedSpan> allOf(String output) {
    return Arrays.stream(output.split("\\{\"traceId\":")).skip(1).map(ExportedSpan::of).toList();
  }

  private static ExportedSpan of(String json) {
    Matcher span = SPAN.matcher(json);
    if (!span.find()) {
      throw new IllegalArgumentException("not a span: " + json);
    }
    String parent = span.group(3) == null ? "" : span.group(3);
    return new ExportedSpan(
        span.group(1), span.group(2), parent, span.group(4), Integer.parseInt(span.group(5)), json);
  }
}
