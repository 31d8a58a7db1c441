package dev.reprise.dynamodb.read;

import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.dynamodb.table.ServiceUsage;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Result of a run of reads: every key is found, absent, dead or not attempted. Immutable.
 *
 * @param batch the outcome of each key; a key that was given several times was read, and counts,
 *     once. The position of a dead read is that of its first occurrence among the keys
 * @param reads one for each key, in the order given, those given several times included;
 *     unmodifiable, and empty where a consumer took them
 * @param found keys for which the table has an item
 * @param absent keys for which the service reported that there is no item
 * @param usage requests sent and capacity consumed
 */
public record ReadReport(
    BatchReport<KeyRead> batch, List<KeyRead> reads, long found, long absent, ServiceUsage usage) {

  /**
   * Returns whether every key was found or absent.
   *
   * @return as {@link BatchReport#allDone()}
   */
  public boolean allDone() {
    return batch.allDone();
  }

  /**
   * Returns the items that were found.
   *
   * @return the items, in the order of their keys; unmodifiable
   */
  public List<Map<String, AttributeValue>> items() {
    return reads.stream().flatMap(read -> read.item().stream()).toList();
  }

  /**
   * Returns the dead reads, unless a consumer took them.
   *
   * @return as {@link BatchReport#deadLetters()}
   */
  public List<DeadLetter<KeyRead>> deadLetters() {
    return batch.deadLetters();
  }

  @Override
  public String toString() {
    return found + " found, " + absent + " absent; " + batch;
  }
}
