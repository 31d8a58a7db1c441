package dev.reprise.dynamodb.internal.client;

import dev.reprise.aws.request.ForeignResponseException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Checks that a successful response is one of DynamoDB: a different server may answer each request
 * with {@code 200 {}}. A response that was not received over HTTP, as in tests of users, is not
 * checked.
 */
public final class OwnResponses {

  private static final String PROTOCOL = "application/x-amz-json";
  private static final List<String> OWN_FIELDS = List.of("x-amzn-RequestId", "x-amz-crc32");

  private OwnResponses() {}

  /**
   * Checks a response that always has a member.
   *
   * @param hasMember whether the response has it, even if it is empty
   * @throws ForeignResponseException if it does not
   */
  public static void require(SdkResponse response, boolean hasMember) {
    if (!hasMember && response.sdkHttpResponse() != null) {
      throw new ForeignResponseException("DynamoDB");
    }
  }

  /**
   * Checks a response whose members are all optional. Not all compatible servers report the
   * consumed capacity, but they label their responses.
   *
   * @param hasCapacity whether the response has the consumed capacity that was requested
   * @throws ForeignResponseException if it has neither that nor a header field of the service
   */
  public static void requireLabelled(SdkResponse response, boolean hasCapacity) {
    SdkHttpResponse http = response.sdkHttpResponse();
    require(response, hasCapacity || (http != null && isLabelled(http)));
  }

  /** Reads the response to a request. Cancelling the result cancels the request. */
  public static <R, T extends @Nullable Object> CompletableFuture<T> read(
      CompletableFuture<R> request, Function<R, T> reading) {
    CompletableFuture<T> result = request.thenApply(reading);
    CompletionStage<T> end = result;
    end.whenComplete(
        (value, failure) -> {
          if (result.isCancelled()) {
            request.cancel(true);
          }
        });
    return result;
  }

  private static boolean isLabelled(SdkHttpResponse http) {
    return OWN_FIELDS.stream().anyMatch(field -> http.firstMatchingHeader(field).isPresent())
        || http.firstMatchingHeader("Content-Type")
            .filter(type -> type.startsWith(PROTOCOL))
            .isPresent();
  }
}
