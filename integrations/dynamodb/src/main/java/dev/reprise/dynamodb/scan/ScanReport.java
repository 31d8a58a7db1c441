package dev.reprise.dynamodb.scan;

import dev.reprise.decision.StopReason;
import dev.reprise.text.CountText;
import dev.reprise.time.TimeText;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Result of a scan. Immutable. */
public final class ScanReport {

  private final ScanCounts counts;
  private final StopReason stopReason;
  private final List<SegmentReport> segments;
  private final @Nullable Throwable consumerFailure;

  ScanReport(
      ScanCounts counts,
      StopReason stopReason,
      List<SegmentReport> segments,
      @Nullable Throwable consumerFailure) {
    this.counts = counts;
    this.stopReason = stopReason;
    this.segments = List.copyOf(segments);
    this.consumerFailure = consumerFailure;
  }

  /**
   * Returns whether the whole table was read and passed to the consumer.
   *
   * @return true if every segment was read to its end
   */
  public boolean complete() {
    return counts.segmentsDone() == counts.segments();
  }

  /**
   * Returns the counts.
   *
   * @return the counts at the end
   */
  public ScanCounts counts() {
    return counts;
  }

  /**
   * Returns the reason why the scan ended.
   *
   * @return {@code SUCCEEDED} at the end of the table or at the limit, also if segments failed;
   *     {@code CANCELLED} also if the consumer threw; {@code INTERRUPTED}
   */
  public StopReason stopReason() {
    return stopReason;
  }

  /**
   * Returns the progress of each segment.
   *
   * @return one for each segment, in their order; unmodifiable
   */
  public List<SegmentReport> segments() {
    return segments;
  }

  /**
   * Returns the segments that were given up.
   *
   * @return those that have a failure, in their order; unmodifiable
   */
  public List<SegmentReport> failed() {
    return segments.stream().filter(segment -> segment.failure() != null).toList();
  }

  /**
   * Returns the exception of the consumer that ended the scan.
   *
   * @return the failure, or empty
   */
  public Optional<Throwable> consumerFailure() {
    return Optional.ofNullable(consumerFailure);
  }

  /**
   * Returns the state from which {@link TableScan#startingFrom} resumes.
   *
   * @return the state after the last page of each segment of which the consumer took every item; a
   *     page of which it took only a part is read again
   */
  public ScanState state() {
    return ScanState.of(segments);
  }

  /**
   * Returns the counts.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return CountText.of(counts.items(), "item")
        + ", "
        + counts.segmentsDone()
        + " of "
        + CountText.of(counts.segments(), "segment")
        + " done ("
        + stopReason
        + "; "
        + CountText.of(counts.requests(), "request")
        + ", "
        + counts.throttled()
        + " throttled, "
        + counts.capacityUnits()
        + " units, "
        + TimeText.roughly(counts.elapsed())
        + ")";
  }
}
