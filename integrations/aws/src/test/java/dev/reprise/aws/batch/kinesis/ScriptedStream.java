package dev.reprise.aws.batch.kinesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.kinesis.KinesisAsyncClient;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.KinesisException;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResultEntry;

/** A stream in memory that fails chosen records, or a whole request, as the service would. */
final class ScriptedStream {

  final List<PutRecordsRequest> requests = new CopyOnWriteArrayList<>();
  final List<String> stored = new CopyOnWriteArrayList<>();
  private final Map<String, List<String>> errors = new ConcurrentHashMap<>();
  private Function<PutRecordsRequest, RuntimeException> wholly = request -> null;

  /** Fails the record with a text, once with each code. */
  ScriptedStream failing(String text, String... codes) {
    errors.put(text, new CopyOnWriteArrayList<>(codes));
    return this;
  }

  /** Fails the requests for which the function returns an exception. */
  ScriptedStream failingRequests(Function<PutRecordsRequest, RuntimeException> failure) {
    wholly = failure;
    return this;
  }

  static RuntimeException error(int status, String code) {
    return error(status, code, "Server", "scripted");
  }

  static RuntimeException error(int status, String code, String header, String value) {
    return (RuntimeException)
        KinesisException.builder()
            .statusCode(status)
            .awsErrorDetails(
                AwsErrorDetails.builder()
                    .errorCode(code)
                    .errorMessage("scripted")
                    .sdkHttpResponse(SdkHttpResponse.builder().putHeader(header, value).build())
                    .build())
            .build();
  }

  KinesisBatches blocking() {
    KinesisClient client =
        new KinesisClient() {
          @Override
          public PutRecordsResponse putRecords(PutRecordsRequest request) {
            return answer(request);
          }

          @Override
          public String serviceName() {
            return "kinesis";
          }

          @Override
          public void close() {}
        };
    return KinesisBatches.of(client, "orders").policy(Streams.SOON);
  }

  KinesisBatches async() {
    KinesisAsyncClient client =
        new KinesisAsyncClient() {
          @Override
          public CompletableFuture<PutRecordsResponse> putRecords(PutRecordsRequest request) {
            try {
              return CompletableFuture.completedFuture(answer(request));
            } catch (RuntimeException failure) {
              return CompletableFuture.failedFuture(failure);
            }
          }

          @Override
          public String serviceName() {
            return "kinesis";
          }

          @Override
          public void close() {}
        };
    return KinesisBatches.of(client, "orders").policy(Streams.SOON);
  }

  private PutRecordsResponse answer(PutRecordsRequest request) {
    requests.add(request);
    RuntimeException failure = wholly.apply(request);
    if (failure != null) {
      throw failure;
    }
    List<PutRecordsResultEntry> results = new ArrayList<>();
    int failed = 0;
    for (PutRecordsRequestEntry entry : request.records()) {
      String text = entry.data().asUtf8String();
      List<String> left = errors.getOrDefault(text, List.of());
      if (left.isEmpty()) {
        stored.add(text);
        results.add(PutRecordsResultEntry.builder().sequenceNumber("1").shardId("0").build());
      } else {
        failed++;
        results.add(
            PutRecordsResultEntry.builder()
                .errorCode(left.remove(0))
                .errorMessage("scripted")
                .build());
      }
    }
    return PutRecordsResponse.builder().failedRecordCount(failed).records(results).build();
  }
}
