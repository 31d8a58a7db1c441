package dev.reprise.dynamodb;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** The contract with the asynchronous client. */
class AsyncClientTest extends ServerContract {

  private DynamoDbAsyncClient async;

  @Override
  @BeforeEach
  void createTable() {
    async = Sdk.async(endpoint());
    super.createTable();
  }

  @Override
  @AfterEach
  void dropTable() {
    super.dropTable();
    async.close();
  }

  @Override
  DynamoDbBatch batch(String table) {
    return DynamoDbBatch.of(async, table).policy(SOON).pace(UNPACED);
  }
}
