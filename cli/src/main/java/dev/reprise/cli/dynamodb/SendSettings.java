package dev.reprise.cli.dynamodb;

import dev.reprise.Retry;
import dev.reprise.batch.Pace;
import dev.reprise.cli.terminal.ProgressForm;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.scan.TableScan;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Retries, pace and parallelism of a transfer.
 *
 * @param retry sends items again
 * @param tableRetry repeats requests about the table; shut down together with {@code retry}
 * @param pace null for the default pace
 * @param capacityShare share of the provisioned capacity, above 0 and at most 1; null for no such
 *     limit
 * @param linger longest wait for a slow input; null for the default
 * @param parallelism greatest number of parallel requests
 * @param progress the form of progress and messages
 */
record SendSettings(
    Retry retry,
    Retry tableRetry,
    @Nullable Pace pace,
    @Nullable Double capacityShare,
    @Nullable Duration linger,
    int parallelism,
    ProgressForm progress) {

  DynamoDbBatch apply(DynamoDbBatch plain) {
    DynamoDbBatch batch = plain.parallelism(parallelism).retry(retry);
    if (linger != null) {
      batch = batch.linger(linger);
    }
    if (capacityShare != null) {
      return batch.capacityShare(capacityShare);
    }
    return pace == null ? batch : batch.pace(pace);
  }

  TableScan apply(TableScan plain) {
    TableScan scan = plain.retry(retry).parallelism(parallelism);
    if (capacityShare != null) {
      return scan.capacityShare(capacityShare);
    }
    return pace == null ? scan : scan.pace(pace);
  }
}
