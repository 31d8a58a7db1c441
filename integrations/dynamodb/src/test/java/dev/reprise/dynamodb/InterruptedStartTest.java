package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.scan.TableScan;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The SDK's asynchronous client clears the interrupt flag of a thread that makes a request. A run
 * that is interrupted during a request ends nevertheless, even if the service never responds.
 */
class InterruptedStartTest {

  private final BlockingQueue<CompletableFuture<?>> made = new LinkedBlockingQueue<>();
  private final CountDownLatch never = new CountDownLatch(1);
  private final DynamoDbTableServer server = DynamoDbTableServer.builder().start();
  private final DynamoDbAsyncClient client = Sdk.async(server.endpoint());

  @BeforeEach
  void create_the_table() {
    try (DynamoDbClient blocking = Sdk.blocking(server.endpoint()).build()) {
      Sdk.createTable(blocking, 1_000_000, 1_000_000);
    }
  }

  @AfterEach
  void stop() {
    never.countDown();
    client.close();
    server.close();
  }

  @Test
  void a_write() throws Exception {
    assertThat(
            endOf(
                "batchWriteItem",
                hurried ->
                    DynamoDbBatch.of(hurried, Sdk.TABLE).put(Sdk.items(30)).batch().stopReason()))
        .isEqualTo(StopReason.INTERRUPTED);
  }

  @Test
  void a_read() throws Exception {
    assertThat(
            endOf(
                "batchGetItem",
                hurried ->
                    DynamoDbBatch.of(hurried, Sdk.TABLE).get(Sdk.keys(30)).batch().stopReason()))
        .isEqualTo(StopReason.INTERRUPTED);
  }

  @Test
  void a_scan() throws Exception {
    assertThat(
            endOf("scan", hurried -> TableScan.of(hurried, Sdk.TABLE).run(item -> {}).stopReason()))
        .isEqualTo(StopReason.INTERRUPTED);
    assertAllCancelled();
  }

  /** The request would be repeated for a minute after its caller has left. */
  @Test
  void a_description_of_the_table() throws Exception {
    assertThat(
            endOf(
                "describeTable",
                hurried ->
                    DynamoDbBatch.of(hurried, Sdk.TABLE).put(Sdk.items(30)).batch().stopReason()))
        .isEqualTo(StopReason.INTERRUPTED);
    assertAllCancelled();
  }

  /** A blocking client may wait for its timeout before it notices the interrupt. */
  @Test
  void a_description_of_the_table_by_a_blocking_client() throws Exception {
    CompletableFuture<StopReason> ended = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () ->
                ended.complete(
                    DynamoDbBatch.of(stuck(Thread.currentThread()::interrupt), Sdk.TABLE)
                        .put(Sdk.items(30))
                        .batch()
                        .stopReason()));
    caller.start();

    assertThat(ended.get(1, TimeUnit.MINUTES)).isEqualTo(StopReason.INTERRUPTED);
  }

  /** The common pool has one thread on a machine with two processors. */
  @Test
  void a_description_by_a_blocking_client_does_not_occupy_the_common_pool() throws Exception {
    CompletableFuture<Thread> describing = new CompletableFuture<>();
    DynamoDbClient blocking = stuck(() -> describing.complete(Thread.currentThread()));

    CompletableFuture<?> run =
        DynamoDbBatch.of(blocking, Sdk.TABLE)
            .writeAsync(Sdk.items(1).stream().map(ItemWrite::put).iterator());

    assertThat(describing.get(1, TimeUnit.MINUTES)).isNotInstanceOf(ForkJoinWorkerThread.class);
    run.cancel(true);
  }

  /** A client that does not notice interrupts, and whose description of a table never ends. */
  private DynamoDbClient stuck(Runnable begins) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("describeTable")) {
                begins.run();
                awaitUninterruptibly(never);
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException ignored) {
        // as a socket that is read
      }
    }
  }

  private void assertAllCancelled() throws InterruptedException {
    CompletableFuture<?> first = made.poll(1, TimeUnit.MINUTES);
    assertThat(first).isNotNull();
    made.add(first);
    for (CompletableFuture<?> request : made) {
      assertThatThrownBy(() -> request.get(1, TimeUnit.MINUTES))
          .isInstanceOf(CancellationException.class);
    }
  }

  /** The outcome of a run whose thread is interrupted while it calls a method. */
  private StopReason endOf(String method, Function<DynamoDbAsyncClient, StopReason> run)
      throws Exception {
    String operation = Character.toUpperCase(method.charAt(0)) + method.substring(1);
    server.failNext(operation, 1_000, Fault.holdUntil(never));
    CompletableFuture<StopReason> ended = new CompletableFuture<>();
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              ended.complete(run.apply(interrupting(Thread.currentThread(), method)));
              flag.complete(Thread.currentThread().isInterrupted());
            });
    caller.start();

    StopReason reason = ended.get(1, TimeUnit.MINUTES);
    assertThat(flag.get(1, TimeUnit.MINUTES)).as("the flag stays").isTrue();
    return reason;
  }

  private DynamoDbAsyncClient interrupting(Thread caller, String name) {
    return (DynamoDbAsyncClient)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DynamoDbAsyncClient.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals(name)) {
                caller.interrupt();
              }
              try {
                Object answer = method.invoke(client, arguments);
                if (answer instanceof CompletableFuture<?> request) {
                  made.add(request);
                }
                return answer;
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
