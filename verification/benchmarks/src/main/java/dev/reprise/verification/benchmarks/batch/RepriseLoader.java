package dev.reprise.verification.benchmarks.batch;

import dev.reprise.batch.Pace;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.WriteReport;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * {@link DynamoDbBatch} with its defaults, except for the number of requests and the pace.
 *
 * @param remark the difference between clients, at the end of the name
 */
record RepriseLoader(
    DynamoDbClient client, int parallelism, Pace pace, Executor pool, String remark)
    implements Loader {

  RepriseLoader(DynamoDbClient client, int parallelism, Pace pace, Executor pool) {
    this(client, parallelism, pace, pool, "");
  }

  @Override
  public String name() {
    return "reprise, "
        + parallelism
        + (parallelism == 1 ? " request, " : " requests, ")
        + pace
        + remark;
  }

  @Override
  public void load(List<Map<String, AttributeValue>> items) {
    WriteReport report =
        DynamoDbBatch.of(client, TABLE)
            .keySchema(KeySchema.of("id"))
            .parallelism(parallelism)
            .pace(pace)
            .withExecutor(pool)
            .put(items);
    if (!report.allDone()) {
      throw new IllegalStateException("some items were not written: " + report);
    }
  }
}
