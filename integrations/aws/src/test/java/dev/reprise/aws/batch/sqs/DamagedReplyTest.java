package dev.reprise.aws.batch.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * The queue has taken a message, and the checksum in its first response is not that of the body.
 */
class DamagedReplyTest {

  private static final String CHECKSUM = "5d41402abc4b2a76b9719d911017c592"; // of hello

  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          String checksum = requests.incrementAndGet() == 1 ? CHECKSUM.replace('5', '6') : CHECKSUM;
          byte[] reply =
              /* data */ ("{\"Successful\":[{\"Id\":\"0\",\"MessageId\":\"m\",\"MD5OfMessageBody\":\""
                      + checksum
                      + "\"}]}")
                  .getBytes(UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
          exchange.sendResponseHeaders(200, reply.length);
          exchange.getResponseBody().write(reply);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private BatchReport<SendMessageBatchRequestEntry> send(boolean atLeastOnce) {
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    try (SqsClient client = Queues.blocking(endpoint)) {
      SqsBatches batches = SqsBatches.of(client, endpoint + "/1/orders").policy(Queues.SOON);
      return (atLeastOnce ? batches.atLeastOnce() : batches)
          .sends()
          .run(List.of(Queues.message("hello")));
    }
  }

  @Test
  void the_message_is_dead_with_an_unknown_effect() {
    BatchReport<SendMessageBatchRequestEntry> report = send(false);

    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
              assertThat(dead.message()).contains("MD5");
            });
  }

  @Test
  void the_message_is_sent_again_if_it_may_arrive_twice() {
    assertThat(send(true).counts().done()).isEqualTo(1);
    assertThat(requests).hasValue(2);
  }
}
