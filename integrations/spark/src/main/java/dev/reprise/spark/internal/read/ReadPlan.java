package dev.reprise.spark.internal.read;

import dev.reprise.batch.Pace;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.spark.internal.convert.ItemDecoder;
import dev.reprise.spark.internal.options.ReadOptions;
import dev.reprise.spark.internal.table.TableMetadata;
import dev.reprise.spark.internal.task.CapacityLimit;
import java.io.Serializable;
import org.apache.spark.sql.types.StructType;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The plan of a read that each task receives.
 *
 * @param options the options of the read
 * @param metadata key and capacity of the table
 * @param schema columns of the item
 * @param decoder converts items to rows
 * @param unitsPerSecond limit of all tasks together; 0 for no limit
 * @param speculation whether Spark can run a copy of a task at the same time
 */
public record ReadPlan(
    ReadOptions options,
    TableMetadata metadata,
    StructType schema,
    ItemDecoder decoder,
    double unitsPerSecond,
    boolean speculation)
    implements Serializable {

  DynamoDbBatch batch(DynamoDbClient client, int tasks) {
    double limit = CapacityLimit.ofTask(unitsPerSecond, tasks, speculation);
    DynamoDbBatch batch =
        DynamoDbBatch.of(client, options.table().name())
            .policy(options.retryPolicy())
            .parallelism(options.parallelism())
            .keySchema(metadata.keySchema())
            .pace(limit > 0 ? Pace.fixed(limit) : Pace.adaptive());
    return options.consistent() ? batch.consistentReads() : batch;
  }
}
