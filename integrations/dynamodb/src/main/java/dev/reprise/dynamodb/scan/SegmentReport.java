package dev.reprise.dynamodb.scan;

import dev.reprise.report.FailureText;
import dev.reprise.text.CountText;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Progress of a segment. Immutable.
 *
 * @param segment its number, from 0
 * @param done whether it was read to its end
 * @param items items passed to the consumer in this run
 * @param pages pages read in this run
 * @param lastKey the key after which it resumes; empty if it is done, or if no page was passed on
 * @param failure the failure because of which it was given up; null if it was not given up
 */
public record SegmentReport(
    int segment,
    boolean done,
    long items,
    long pages,
    Map<String, AttributeValue> lastKey,
    @Nullable Throwable failure) {
  /**
   * Returns the progress, without values.
   *
   * @return one line of bounded length
   */
  @Override
  public String toString() {
    return "segment "
        + segment
        + (done ? " done, " : " not done, ")
        + CountText.of(items, "item")
        + ", "
        + CountText.of(pages, "page")
        + (failure == null ? "" : ", " + FailureText.describe(failure));
  }
}
