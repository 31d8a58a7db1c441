package dev.reprise.aws.batch.sqs;

import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.SqsBaseClientBuilder;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Clients with their default retries and invalid credentials, messages, and what is in a queue. */
public final class Queues {

  /** Repeats soon, so that no test waits. */
  static final RetryPolicy SOON =
      RetryPolicy.builder()
          .maxAttempts(4)
          .withoutTimeLimit()
          .backoff(Backoff.fixed(Duration.ofMillis(1)))
          .build();

  /** Shared, because closing a client takes two seconds. */
  private static final SdkAsyncHttpClient ASYNC_HTTP = NettyNioAsyncHttpClient.create();

  private Queues() {}

  public static SqsClient blocking(URI endpoint) {
    return at(endpoint, SqsClient.builder())
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  static SqsAsyncClient async(URI endpoint) {
    return at(endpoint, SqsAsyncClient.builder()).httpClient(ASYNC_HTTP).build();
  }

  private static <B extends SqsBaseClientBuilder<B, C>, C> B at(URI endpoint, B builder) {
    return builder
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")));
  }

  public static String create(SqsClient client, String name) {
    Map<QueueAttributeName, String> fifo =
        name.endsWith(".fifo") ? Map.of(QueueAttributeName.FIFO_QUEUE, "true") : Map.of();
    return client.createQueue(queue -> queue.queueName(name).attributes(fifo)).queueUrl();
  }

  static SendMessageBatchRequestEntry message(String body) {
    return SendMessageBatchRequestEntry.builder().messageBody(body).build();
  }

  static List<SendMessageBatchRequestEntry> messages(int count) {
    return IntStream.range(0, count).mapToObj(i -> message("message " + i)).toList();
  }

  static List<SendMessageBatchRequestEntry> grouped(int count, int groups) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                message("message " + i).toBuilder()
                    .messageGroupId("group-" + i % groups)
                    .messageDeduplicationId("id-" + i)
                    .build())
        .toList();
  }

  /** Receives and deletes until the queue is empty. */
  static List<Message> drain(SqsClient client, String url) {
    List<Message> all = new ArrayList<>();
    while (true) {
      List<Message> some =
          client.receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(10)).messages();
      if (some.isEmpty()) {
        return all;
      }
      all.addAll(some);
      client.deleteMessageBatch(
          r ->
              r.queueUrl(url)
                  .entries(
                      IntStream.range(0, some.size())
                          .mapToObj(
                              i ->
                                  DeleteMessageBatchRequestEntry.builder()
                                      .id(Integer.toString(i))
                                      .receiptHandle(some.get(i).receiptHandle())
                                      .build())
                          .toList()));
    }
  }

  static List<String> bodies(SqsClient client, String url) {
    return drain(client, url).stream().map(Message::body).toList();
  }
}
