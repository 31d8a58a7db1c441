package dev.reprise.testbed.dynamodb.operation;

import dev.reprise.testbed.dynamodb.item.Key;
import dev.reprise.testbed.dynamodb.protocol.Constraints;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import org.jspecify.annotations.Nullable;

/** The segment of the table that a scan reads. */
record ScanSegment(long number, long total) {

  private static final long MOST_SEGMENTS = 1_000_000;

  static void check(Fields request, Constraints constraints) {
    constraints
        .atLeast("segment", request.number("Segment"), 0)
        .atLeast("totalSegments", request.number("TotalSegments"), 1)
        .atMost("totalSegments", request.number("TotalSegments"), MOST_SEGMENTS);
  }

  static ScanSegment of(Fields request) {
    Long number = request.number("Segment");
    Long total = request.number("TotalSegments");
    if (number == null && total == null) {
      return new ScanSegment(0, 1);
    }
    if (total == null) {
      throw required("TotalSegments", "Segment parameter");
    }
    if (number == null) {
      throw required("Segment", "parameter TotalSegments");
    }
    if (number >= total) {
      throw ServiceError.validation(
          "The Segment parameter is zero-based and must be less than parameter TotalSegments:"
              + (" Segment: " + number + " is not less than TotalSegments: " + total));
    }
    return new ScanSegment(number, total);
  }

  boolean holds(Key key) {
    return key.segment(total) == number;
  }

  void verifyHolds(@Nullable Key start) {
    if (start != null && !holds(start)) {
      throw ServiceError.validation(
          "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use"
              + " ExclusiveStartKey with correct Segment."
              + (" TotalSegments: " + total + " Segment: " + number));
    }
  }

  private static ServiceError required(String missing, String present) {
    return ServiceError.validation(
        "The "
            + missing
            + " parameter is required but was not present in the request when "
            + present
            + " is present");
  }
}
