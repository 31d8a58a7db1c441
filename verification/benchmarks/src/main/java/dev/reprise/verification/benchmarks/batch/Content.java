package dev.reprise.verification.benchmarks.batch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * Difference between the content of a table and the expected records, from a scan of the whole
 * table.
 *
 * @param missing records that are not in the table
 * @param different records that have other attributes in the table
 * @param surplus items of the table that are not among the records
 */
record Content(long missing, long different, long surplus) {

  private static final int SEGMENTS = 4;

  /** Returns whether the table holds exactly the expected records. */
  boolean exact() {
    return missing == 0 && different == 0 && surplus == 0;
  }

  /** Reads the whole table. */
  static Content of(DynamoDbClient client, String table, GameRecords expected) {
    ExecutorService pool = Executors.newFixedThreadPool(SEGMENTS);
    try {
      List<Future<Part>> parts = new ArrayList<>();
      for (int segment = 0; segment < SEGMENTS; segment++) {
        Part part = new Part(expected);
        ScanRequest request =
            ScanRequest.builder()
                .tableName(table)
                .segment(segment)
                .totalSegments(SEGMENTS)
                .consistentRead(true)
                .build();
        parts.add(
            pool.submit(
                () -> {
                  client.scanPaginator(request).items().forEach(part::see);
                  return part;
                }));
      }
      Part all = new Part(expected);
      for (Future<Part> part : parts) {
        all.add(part.get());
      }
      return all.content();
    } catch (InterruptedException | ExecutionException failure) {
      throw new IllegalStateException("the table could not be read", failure);
    } finally {
      pool.shutdownNow();
    }
  }

  /** Content of one segment. */
  private static final class Part {

    private final GameRecords expected;
    private final BitSet seen = new BitSet();
    private long different;
    private long surplus;

    Part(GameRecords expected) {
      this.expected = expected;
    }

    void see(Map<String, AttributeValue> item) {
      int index = GameRecords.indexOf(item);
      if (index < 0 || index >= expected.size() || seen.get(index)) {
        surplus++;
        return;
      }
      seen.set(index);
      if (!expected.get(index).equals(item)) {
        different++;
      }
    }

    void add(Part other) {
      surplus += other.surplus;
      different += other.different;
      seen.or(other.seen);
    }

    Content content() {
      return new Content(expected.size() - seen.cardinality(), different, surplus);
    }
  }
}
