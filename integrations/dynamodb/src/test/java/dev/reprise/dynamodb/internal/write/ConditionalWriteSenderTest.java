package dev.reprise.dynamodb.internal.write;

import static dev.reprise.dynamodb.Sdk.TABLE;
import static dev.reprise.dynamodb.Sdk.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.aws.request.ClientSettings;
import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.dynamodb.ServerContract;
import dev.reprise.dynamodb.TableTest;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.client.UsageMeter;
import dev.reprise.dynamodb.internal.send.UncertainWrites;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.ItemWrite;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;

class ConditionalWriteSenderTest extends TableTest {

  /** A response to an abandoned attempt is no evidence for the next attempt. */
  @Test
  void put_of_an_abandoned_attempt_is_done_if_the_next_attempt_finds_its_own_item() {
    TableClient.Blocking table = new TableClient.Blocking(client);
    UncertainWrites<ItemWrite> uncertain = new UncertainWrites<>(false);
    ConditionalWriteSender writes =
        new ConditionalWriteSender(
            table,
            TABLE,
            KeySchema.of("id", "stage"),
            new UsageMeter(),
            uncertain,
            System::nanoTime);
    ItemWrite write = ItemWrite.put(item(1, "ours")).ifAbsent();
    writes.request(List.of(write)).join();

    writes.read(List.of(write), PutItemResponse.builder().build().consumedCapacity());

    assertThat(uncertain.isUncertain(write)).isTrue();
    BatchReport<ItemWrite> report =
        Batch.<ItemWrite>of(ServerContract.SOON, chunk -> writes.send(chunk).join())
            .run(List.of(write));
    assertThat(report.allDone()).as("%s", report).isTrue();
    assertThat(server.counters().itemsWritten()).isEqualTo(1);
  }

  @Test
  @Timeout(60)
  void a_cancelled_write_cancels_its_request() throws Exception {
    CompletableFuture<PutItemResponse> pending = new CompletableFuture<>();
    CountDownLatch called = new CountDownLatch(1);
    DynamoDbAsyncClient client =
        (DynamoDbAsyncClient)
            Proxy.newProxyInstance(
                DynamoDbAsyncClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbAsyncClient.class},
                (proxy, method, arguments) -> {
                  called.countDown();
                  return pending;
                });
    ConditionalWriteSender writes =
        new ConditionalWriteSender(
            new TableClient.Async(client, ClientSettings.of(() -> null)),
            TABLE,
            KeySchema.of("id", "stage"),
            new UsageMeter(),
            new UncertainWrites<>(false),
            System::nanoTime);

    CompletableFuture<?> write = writes.send(List.of(ItemWrite.put(item(1, "ours")).ifAbsent()));
    called.await();
    write.cancel(true);

    assertThatThrownBy(pending::get).isInstanceOf(CancellationException.class);
  }
}
