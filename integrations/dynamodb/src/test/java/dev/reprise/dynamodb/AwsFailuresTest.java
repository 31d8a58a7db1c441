package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.dynamodb.internal.failure.ServiceErrors;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.Crc32MismatchException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

class AwsFailuresTest {

  private static Throwable service(int status, String code) {
    return DynamoDbException.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage("words").build())
        .build();
  }

  private static Verdict verdict(Throwable failure) {
    return AwsFailures.classifier().classify(Outcome.threw(failure));
  }

  @ParameterizedTest
  @CsvSource({
    "400, ProvisionedThroughputExceededException, RETRY, THROTTLED, NONE",
    "400, ThrottlingException, RETRY, THROTTLED, NONE",
    "400, RequestLimitExceeded, RETRY, THROTTLED, NONE",
    "429, Anything, RETRY, THROTTLED, NONE",
    "500, InternalServerError, RETRY, TRANSIENT, UNKNOWN",
    "503, ServiceUnavailable, RETRY, TRANSIENT, UNKNOWN",
    "400, ReplicatedWriteConflictException, RETRY, TRANSIENT, UNKNOWN",
    "400, RequestTimeout, RETRY, TIMEOUT, UNKNOWN",
    "400, RequestTimeTooSkewed, RETRY, TRANSIENT, NONE",
    "400, ValidationException, ABORT, OTHER, UNKNOWN",
    "400, ResourceNotFoundException, ABORT, OTHER, UNKNOWN",
    "400, AccessDeniedException, ABORT, OTHER, UNKNOWN",
    "400, ExpiredTokenException, ABORT, OTHER, UNKNOWN",
    "400, ItemCollectionSizeLimitExceededException, ABORT, OTHER, UNKNOWN"
  })
  void error_responses_of_the_service(
      int status, String code, Verdict.Action action, FailureKind kind, Effect effect) {
    Verdict verdict = verdict(new CompletionException(service(status, code)));

    assertThat(verdict.action()).isEqualTo(action);
    assertThat(verdict.kind()).isEqualTo(kind);
    assertThat(verdict.effect()).isEqualTo(effect);
  }

  static Stream<Arguments> clientFailures() {
    return Stream.of(
        arguments(ApiCallTimeoutException.create(1), Verdict.Action.RETRY),
        arguments(ApiCallAttemptTimeoutException.create(1), Verdict.Action.RETRY),
        arguments(
            SdkClientException.create("unreachable", new UnknownHostException("x")),
            Verdict.Action.RETRY),
        arguments(
            SdkClientException.create("cut", new RuntimeException(new IOException("x"))),
            Verdict.Action.RETRY),
        arguments(
            SdkClientException.create("cut", new InterruptedIOException()), Verdict.Action.ABORT),
        arguments(Crc32MismatchException.create("damaged", null), Verdict.Action.RETRY),
        arguments(AbortedException.create("interrupted"), Verdict.Action.ABORT),
        arguments(SdkClientException.create("Unable to load credentials"), Verdict.Action.ABORT),
        arguments(new IOException("not of the SDK"), Verdict.Action.PASS));
  }

  @ParameterizedTest
  @MethodSource("clientFailures")
  void failures_of_the_client(Throwable failure, Verdict.Action action) {
    assertThat(verdict(failure).action()).isEqualTo(action);
  }

  @Test
  void passes_results() {
    assertThat(AwsFailures.classifier().classify(Outcome.returned("result")))
        .isEqualTo(Verdict.pass());
  }

  @Test
  void message_contains_error_code_and_message_of_the_service() {
    assertThat(ServiceErrors.describe(service(400, "Code"))).isEqualTo("Code: words");
    assertThat(ServiceErrors.describe(new IOException("cut"))).isEqualTo("cut");
  }
}
