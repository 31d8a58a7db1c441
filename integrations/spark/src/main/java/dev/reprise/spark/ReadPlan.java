package dev.reprise.spark;

import dev.reprise.batch.Pace;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.policy.RetryPolicy;
import java.io.Serializable;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * What a task that reads must know.
 *
 * @param target where the table is
 * @param policy the text form of the policy; null for the default
 * @param parallelism requests at once in each task
 * @param facts keys and capacity of the table
 * @param schema columns of the rows
 * @param decoder makes rows of items
 * @param consistent whether reads are strongly consistent
 * @param dropsMissing whether keys without an item give no row
 * @param unitsPerSecond read units of all tasks together; 0 for no limit
 * @param speculation whether a copy of a task may run beside it
 */
record ReadPlan(
    Target target,
    @Nullable String policy,
    int parallelism,
    TableFacts facts,
    StructType schema,
    ItemDecoder decoder,
    boolean consistent,
    boolean dropsMissing,
    double unitsPerSecond,
    boolean speculation)
    implements Serializable {

  RetryPolicy retryPolicy() {
    return policy == null ? DynamoDbBatch.defaultPolicy() : RetryPolicy.parse(policy);
  }

  DynamoDbBatch batch(DynamoDbClient client, int tasks) {
    double limit = Rate.ofEach(unitsPerSecond, tasks, speculation);
    DynamoDbBatch batch =
        DynamoDbBatch.of(client, target.table())
            .policy(retryPolicy())
            .parallelism(parallelism)
            .keySchema(facts.keySchema())
            .pace(limit > 0 ? Pace.fixed(limit) : Pace.adaptive());
    return consistent ? batch.consistentReads() : batch;
  }
}
