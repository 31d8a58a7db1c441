package dev.reprise.testbed.dynamodb;

import static dev.reprise.testbed.dynamodb.Sdk.item;
import static dev.reprise.testbed.dynamodb.Sdk.key;
import static dev.reprise.testbed.dynamodb.Sdk.keys;
import static dev.reprise.testbed.dynamodb.Sdk.puts;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Runs the contract on this testbed's server, and tests its behaviour beyond that of dynalite. */
class ThrottlingServerContractTest extends TableServerContract {

  private static DynamoDbTableServer server;

  @BeforeAll
  static void start() {
    server = DynamoDbTableServer.builder().start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  URI endpoint() {
    return server.endpoint();
  }

  @Nested
  class BeyondDynalite extends TableScenarioBase {
    BeyondDynalite() {
      super(endpoint());
    }

    @Test
    void a_response_holds_16_mb_and_unprocessed_keys_keep_their_projection() {
      int size = 400_000;
      List<Map<String, AttributeValue>> keys = new ArrayList<>();
      for (int i = 0; i < 45; i++) {
        store(item("large", Sdk.stage(i), "x".repeat(size)));
        keys.add(key("large", Sdk.stage(i)));
      }
      KeysAndAttributes wanted =
          KeysAndAttributes.builder().keys(keys).projectionExpression("stage").build();

      BatchGetItemResponse answer = read(wanted);

      int fitting = 16 * 1024 * 1024 / (size + 21);
      assertThat(answer.responses().get(table)).hasSize(fitting);
      assertThat(answer.unprocessedKeys())
          .isEqualTo(Map.of(table, wanted.toBuilder().keys(keys.subList(fitting, 45)).build()));
    }

    @Test
    void a_batch_does_not_return_items_in_the_order_of_the_request() {
      write(puts(25));
      List<Map<String, AttributeValue>> reversed = new ArrayList<>(keys(25));
      Collections.reverse(reversed);

      assertThat(read(KeysAndAttributes.builder().keys(reversed).build()).responses().get(table))
          .extracting(item -> item.get("stage").s())
          .isSorted();
    }
  }
}
