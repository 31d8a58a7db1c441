package dev.reprise.aws.batch.sqs;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

/** Fails chosen messages of SendMessageBatch in the response; the server gets the others. */
final class ScriptedEntries {

  private final boolean senderFault;
  private final @Nullable String code;
  private final Map<String, Integer> remaining;
  private final AtomicInteger failed = new AtomicInteger();

  /**
   * Fails messages.
   *
   * @param code the code; null to leave the message out of the response
   * @param times how often the message with a body fails
   */
  ScriptedEntries(boolean senderFault, @Nullable String code, Map<String, Integer> times) {
    this.senderFault = senderFault;
    this.code = code;
    remaining = new ConcurrentHashMap<>(times);
  }

  int failed() {
    return failed.get();
  }

  SqsBatches batches(String url, SqsClient blocking, SqsAsyncClient async, boolean isAsync) {
    return (isAsync ? SqsBatches.of(around(async), url) : SqsBatches.of(around(blocking), url))
        .policy(Queues.SOON);
  }

  SqsClient around(SqsClient client) {
    return around(SqsClient.class, client);
  }

  SqsAsyncClient around(SqsAsyncClient client) {
    return around(SqsAsyncClient.class, client);
  }

  private <C> C around(Class<C> type, C client) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              List<BatchResultErrorEntry> failures = new ArrayList<>();
              boolean sends = method.getName().equals("sendMessageBatch");
              Object[] passed = sends ? new Object[] {without(failures, arguments[0])} : arguments;
              if (sends && ((SendMessageBatchRequest) passed[0]).entries().isEmpty()) {
                SendMessageBatchResponse none =
                    with(failures, SendMessageBatchResponse.builder().build());
                return type == SqsClient.class ? none : CompletableFuture.completedFuture(none);
              }
              try {
                Object answer = method.invoke(client, passed);
                return !sends
                    ? answer
                    : answer instanceof CompletableFuture<?> later
                        ? later.thenApply(r -> with(failures, (SendMessageBatchResponse) r))
                        : with(failures, (SendMessageBatchResponse) answer);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
    return type.cast(proxy);
  }

  private SendMessageBatchRequest without(List<BatchResultErrorEntry> failures, Object argument) {
    SendMessageBatchRequest request = (SendMessageBatchRequest) argument;
    List<SendMessageBatchRequestEntry> others = new ArrayList<>();
    for (SendMessageBatchRequestEntry entry : request.entries()) {
      int times = remaining.getOrDefault(entry.messageBody(), 0);
      if (times == 0) {
        others.add(entry);
      } else {
        remaining.put(entry.messageBody(), times - 1);
        failed.incrementAndGet();
        failures.add(
            BatchResultErrorEntry.builder()
                .id(entry.id())
                .code(code)
                .message("scripted")
                .senderFault(senderFault)
                .build());
      }
    }
    return request.toBuilder().entries(others).build();
  }

  private SendMessageBatchResponse with(
      List<BatchResultErrorEntry> failures, SendMessageBatchResponse response) {
    if (code == null) {
      return response;
    }
    List<BatchResultErrorEntry> all = new ArrayList<>(failures);
    all.addAll(response.failed());
    return response.toBuilder().failed(all).build();
  }
}
