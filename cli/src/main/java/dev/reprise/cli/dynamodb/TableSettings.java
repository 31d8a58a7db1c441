package dev.reprise.cli.dynamodb;

import dev.reprise.Retry;
import dev.reprise.batch.Pace;
import dev.reprise.cli.load.SendSettings;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.scan.TableScan;
import org.jspecify.annotations.Nullable;

/**
 * Retries, pace and parallelism of a transfer.
 *
 * @param send settings of the batch
 * @param tableRetry repeats requests about the table; shut down together with the other retry
 * @param capacityShare share of the provisioned capacity, above 0 and at most 1; null for no such
 *     limit
 */
record TableSettings(SendSettings send, Retry tableRetry, @Nullable Double capacityShare) {

  DynamoDbBatch apply(DynamoDbBatch plain) {
    DynamoDbBatch batch = plain.parallelism(send.parallelism()).retry(send.retry());
    if (send.linger() != null) {
      batch = batch.linger(send.linger());
    }
    if (capacityShare != null) {
      return batch.capacityShare(capacityShare);
    }
    Pace pace = send.pace();
    return pace == null ? batch : batch.pace(pace);
  }

  TableScan apply(TableScan plain) {
    TableScan scan = plain.retry(send.retry()).parallelism(send.parallelism());
    if (capacityShare != null) {
      return scan.capacityShare(capacityShare);
    }
    Pace pace = send.pace();
    return pace == null ? scan : scan.pace(pace);
  }
}
