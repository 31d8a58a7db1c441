package dev.reprise.dynamodb;

import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How a run of reads came out: every key is found, absent, dead or not attempted.
 *
 * @param batch the account of each key that was read; one that was given several times was read,
 *     and counts, once
 * @param reads one for each key, in the order given, those given several times included;
 *     unmodifiable, and empty where a consumer took them
 * @param found keys for which the table has an item
 * @param absent keys for which the service has answered that there is none
 * @param consumed what it asked of the service
 */
public record ReadReport(
    BatchReport<KeyRead> batch,
    List<KeyRead> reads,
    long found,
    long absent,
    ServiceUsage consumed) {

  /**
   * Whether it is known of every key what the table has.
   *
   * @return as {@link BatchReport#allDone()}
   */
  public boolean allDone() {
    return batch.allDone();
  }

  /**
   * What was found.
   *
   * @return the items, in the order of their keys; unmodifiable
   */
  public List<Map<String, AttributeValue>> items() {
    return reads.stream().flatMap(read -> read.item().stream()).toList();
  }

  /**
   * The dead reads, unless they were given to a consumer.
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
