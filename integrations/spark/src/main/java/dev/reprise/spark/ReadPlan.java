package dev.reprise.spark;

import dev.reprise.batch.Pace;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.policy.RetryPolicy;
import java.io.Serializable;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Plan of a read, which each task receives.
 *
 * @param target the table and its place
 * @param policy the text form of the policy; null for the default
 * @param parallelism concurrent requests of each task
 * @param facts keys and capacity of the table
 * @param schema columns of the rows
 * @param decoder converts items to rows
 * @param consistent whether reads are strongly consistent
 * @param dropsMissing whether rows of keys without an item are dropped
 * @param unitsPerSecond read units of all tasks together; 0 for no limit
 * @param speculation whether Spark may run a copy of a task at the same time
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
