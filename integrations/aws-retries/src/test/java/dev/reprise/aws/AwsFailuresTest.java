package dev.reprise.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.Crc32MismatchException;
import software.amazon.awssdk.core.exception.NonRetryableException;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ReplicatedWriteConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class AwsFailuresTest {

  /** As the client on Netty reports it. */
  private static final SdkClientException NO_FREE_CONNECTION =
      SdkClientException.create(
          "Unable to execute HTTP request",
          new Throwable(
              "Acquire operation took longer than the configured maximum time.",
              new TimeoutException("Acquire operation took longer then configured maximum time")));

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
    "400, KMSThrottlingException, RETRY, THROTTLED, NONE",
    "400, KMS.ThrottlingException, RETRY, THROTTLED, NONE",
    "429, Anything, RETRY, THROTTLED, NONE",
    "500, InternalServerError, RETRY, TRANSIENT, UNKNOWN",
    "503, ServiceUnavailable, RETRY, TRANSIENT, UNKNOWN",
    "400, ReplicatedWriteConflictException, RETRY, TRANSIENT, UNKNOWN",
    "400, RequestTimeout, RETRY, TIMEOUT, UNKNOWN",
    "400, RequestTimeTooSkewed, RETRY, TRANSIENT, NONE",
    "400, PriorRequestNotComplete, RETRY, TRANSIENT, NONE",
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

  /** An asynchronous client passes its failures so to dependent stages, and {@code join}. */
  @Test
  void a_failure_that_a_future_has_wrapped_is_recognized() {
    Throwable throttled = new CompletionException(service(400, "ThrottlingException"));
    Throwable tooLarge = new ExecutionException(service(413, "RequestEntityTooLarge"));
    Throwable unwritten =
        new CompletionException(SdkClientException.create("Unable to marshall request to JSON"));

    assertThat(AwsFailures.isThrottling(throttled)).isTrue();
    assertThat(AwsFailures.isWithoutEffect(throttled)).isTrue();
    assertThat(AwsFailures.isTooLarge(tooLarge)).isTrue();
    assertThat(AwsFailures.isUnwritten(unwritten)).isTrue();
    assertThat(AwsFailures.errorCode(throttled)).isEqualTo("ThrottlingException");
    assertThat(AwsFailures.describe(throttled)).isEqualTo("ThrottlingException: words");
    assertThat(AwsFailures.describe(unwritten)).isEqualTo("Unable to marshall request to JSON");
  }

  @ParameterizedTest
  @CsvSource({
    "ExpiredTokenException, true",
    "SubscriptionRequiredException, true",
    "AccessDenied, true",
    "ResourceNotFoundException, true",
    "QueueDoesNotExist, true",
    "AWS.SimpleQueueService.NonExistentQueue, true",
    "KMS.DisabledException, true",
    "KMSNotFoundException, true",
    "InvalidAccessKeyId, true",
    "RequestExpired, true",
    "UnauthorizedException, true",
    "InvalidIdentityToken, true",
    "UnknownOperationException, true",
    "InvalidAction, true",
    "ThrottlingException, false",
    "ValidationException, false",
    "ReceiptHandleIsInvalid, false"
  })
  void errors_of_caller_and_resource_end_every_request(String code, boolean ends) {
    assertThat(AwsFailures.endsEveryRequest(new CompletionException(service(400, code))))
        .isEqualTo(ends);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Token is expired", "Unable to load SSO token"})
  void an_expired_session_of_sso_ends_every_request(String message) {
    assertThat(AwsFailures.endsEveryRequest(SdkClientException.create(message))).isTrue();
  }

  @Test
  void missing_credentials_and_an_endpoint_without_a_server_end_every_request() {
    assertThat(AwsFailures.endsEveryRequest(caused(new ConnectException("refused")))).isTrue();
    assertThat(AwsFailures.endsEveryRequest(caused(new UnknownHostException("sqs")))).isTrue();
    assertThat(AwsFailures.endsEveryRequest(caused(new NoRouteToHostException("sqs")))).isTrue();
    assertThat(
            AwsFailures.endsEveryRequest(caused(new SocketTimeoutException("connect timed out"))))
        .isTrue();
    assertThat(AwsFailures.endsEveryRequest(caused(new SocketTimeoutException("Read timed out"))))
        .isFalse();
    assertThat(AwsFailures.endsEveryRequest(caused(new IOException("reset")))).isFalse();
    assertThat(
            AwsFailures.endsEveryRequest(
                SdkClientException.create("Unable to load credentials from any of the providers")))
        .isTrue();
    assertThat(AwsFailures.endsEveryRequest(new IllegalStateException("credentials"))).isFalse();
  }

  @Test
  void a_server_that_is_not_trusted_or_has_no_tls_ends_every_request() {
    IOException untrusted = new SSLHandshakeException("PKIX path building failed");
    untrusted.initCause(new CertificateException("no trust"));

    assertThat(AwsFailures.endsEveryRequest(caused(untrusted))).isTrue();
    assertThat(AwsFailures.endsEveryRequest(caused(new SSLPeerUnverifiedException("sqs"))))
        .isTrue();
    assertThat(
            AwsFailures.endsEveryRequest(
                caused(new SSLException("Unsupported or unrecognized SSL message"))))
        .isTrue();
    assertThat(
            AwsFailures.endsEveryRequest(
                caused(new SSLHandshakeException("Remote host terminated the handshake"))))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "301, true",
    "304, false",
    "400, true",
    "404, true",
    "412, false",
    "413, false",
    "429, false",
    "503, false"
  })
  void an_error_response_without_a_code_is_not_of_the_service(int status, boolean ends) {
    assertThat(AwsFailures.endsEveryRequest(service(status, null))).isEqualTo(ends);
  }

  @ParameterizedTest
  @CsvSource({
    "NoSuch, not here, NoSuch: not here",
    "NoSuch, , NoSuch",
    ", not here, not here",
    ", , status 404 without an error of AWS"
  })
  void a_description_has_what_the_response_has(String code, String message, String text) {
    Throwable failure =
        DynamoDbException.builder()
            .statusCode(404)
            .awsErrorDetails(
                AwsErrorDetails.builder().errorCode(code).errorMessage(message).build())
            .build();

    assertThat(AwsFailures.describe(failure)).isEqualTo(text);
  }

  @Test
  void a_request_without_a_connection_is_unsent_and_one_that_was_cut_may_have_arrived() {
    assertThat(AwsFailures.isUnsent(new CompletionException(NO_FREE_CONNECTION))).isTrue();
    assertThat(AwsFailures.isUnsent(caused(new ConnectException("refused")))).isTrue();
    assertThat(AwsFailures.isUnsent(caused(new UnknownHostException("sqs")))).isTrue();
    assertThat(AwsFailures.isUnsent(caused(new IOException("reset")))).isFalse();
    assertThat(AwsFailures.isUnsent(ApiCallAttemptTimeoutException.create(1))).isFalse();
    assertThat(AwsFailures.isUnsent(service(503, "ServiceUnavailable"))).isFalse();
    assertThat(AwsFailures.endsEveryRequest(NO_FREE_CONNECTION)).isFalse();
  }

  private static SdkClientException caused(IOException cause) {
    return SdkClientException.create("Unable to execute HTTP request", cause);
  }

  @Test
  void an_error_that_its_service_declares_as_retryable_is_retried_with_an_unknown_effect() {
    Throwable declared = new DeclaredRetryable();

    assertThat(verdict(declared)).isEqualTo(Verdict.retry());
    assertThat(AwsFailures.isWithoutEffect(declared)).isFalse();
    assertThat(verdict(ReplicatedWriteConflictException.builder().statusCode(400).build()))
        .isEqualTo(Verdict.retry());
  }

  /** As the SDK generates it for an error with the trait {@code retryable}. */
  private static final class DeclaredRetryable extends AwsServiceException {
    private static final long serialVersionUID = 1L;

    DeclaredRetryable() {
      super(AwsServiceException.builder().statusCode(424));
    }

    @Override
    public boolean isRetryableException() {
      return true;
    }
  }

  static Stream<Arguments> clientFailures() {
    return Stream.of(
        arguments(ApiCallTimeoutException.create(1), Verdict.Action.RETRY),
        arguments(
            SdkClientException.create("MD5 returned by SQS does not match the calculation"),
            Verdict.Action.RETRY),
        arguments(ApiCallAttemptTimeoutException.create(1), Verdict.Action.RETRY),
        arguments(
            SdkClientException.create("unreachable", new UnknownHostException("x")),
            Verdict.Action.RETRY),
        arguments(
            SdkClientException.create("cut", new RuntimeException(new IOException("x"))),
            Verdict.Action.RETRY),
        arguments(
            SdkClientException.create("cut", new InterruptedIOException()), Verdict.Action.ABORT),
        arguments(NO_FREE_CONNECTION, Verdict.Action.RETRY),
        arguments(Crc32MismatchException.create("damaged", null), Verdict.Action.RETRY),
        arguments(AbortedException.create("interrupted"), Verdict.Action.ABORT),
        arguments(
            NonRetryableException.create("cannot read", new IOException("disk full")),
            Verdict.Action.ABORT),
        arguments(RetryableException.create("cannot read"), Verdict.Action.RETRY),
        arguments(
            SdkException.create("no scheme", new IllegalStateException()), Verdict.Action.ABORT),
        arguments(SdkClientException.create("Unable to load credentials"), Verdict.Action.ABORT),
        arguments(
            SdkClientException.create(
                "Unable to marshall request to JSON: Unmatched surrogate pair",
                new IOException("Unmatched surrogate pair")),
            Verdict.Action.ABORT),
        arguments(new IOException("not of the SDK"), Verdict.Action.PASS));
  }

  @ParameterizedTest
  @MethodSource("clientFailures")
  void failures_of_the_client(Throwable failure, Verdict.Action action) {
    assertThat(verdict(failure).action()).isEqualTo(action);
  }

  @Test
  void an_interrupt_of_a_client_ends_a_retry_around_it_as_any_other() {
    AbortedException interrupt = AbortedException.create("Thread was interrupted");
    RetryPolicy policy =
        RetryPolicy.builder()
            .retryOn(SdkException.class)
            .classifyWith("aws", AwsFailures.classifier())
            .build();

    RetryResult<Object> result =
        Retry.of(policy)
            .execute(
                () -> {
                  throw interrupt;
                });

    assertThat(result.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(result.attempts()).isEqualTo(1);
    assertThat(result.failure()).isSameAs(interrupt);
  }

  /** As the client on Netty ends an attempt with the timeout of the one before. */
  @Test
  void a_timeout_of_the_attempt_before_is_a_timeout_too() {
    Throwable before = new RuntimeException(ApiCallAttemptTimeoutException.create(500));
    Throwable failure = SdkClientException.create("Unable to execute HTTP request", before);

    assertThat(verdict(failure).action()).isEqualTo(Verdict.Action.RETRY);
    assertThat(verdict(failure).kind()).isEqualTo(FailureKind.TIMEOUT);
    assertThat(verdict(failure).effect()).isEqualTo(Effect.UNKNOWN);
  }

  @Test
  void passes_results() {
    assertThat(AwsFailures.classifier().classify(Outcome.returned("result")))
        .isEqualTo(Verdict.pass());
  }

  static Stream<Arguments> cancelledTransactions() {
    return Stream.of(
        arguments(
            List.of("None", "TransactionConflict"), Verdict.Action.RETRY, FailureKind.TRANSIENT),
        arguments(
            List.of("ThrottlingError", "TransactionConflict"),
            Verdict.Action.RETRY,
            FailureKind.THROTTLED),
        arguments(
            List.of("TransactionConflict", "ConditionalCheckFailed"),
            Verdict.Action.ABORT,
            FailureKind.OTHER),
        arguments(List.of(), Verdict.Action.ABORT, FailureKind.OTHER));
  }

  @ParameterizedTest
  @MethodSource("cancelledTransactions")
  void cancelled_transactions(List<String> reasons, Verdict.Action action, FailureKind kind) {
    Verdict verdict =
        verdict(
            TransactionCanceledException.builder()
                .statusCode(400)
                .awsErrorDetails(
                    AwsErrorDetails.builder().errorCode("TransactionCanceledException").build())
                .cancellationReasons(
                    reasons.stream()
                        .map(code -> CancellationReason.builder().code(code).build())
                        .toList())
                .build());

    assertThat(verdict.action()).isEqualTo(action);
    assertThat(verdict.kind()).isEqualTo(kind);
    assertThat(verdict.effect())
        .isEqualTo(action == Verdict.Action.RETRY ? Effect.NONE : Effect.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({
    "Retry-After, 7, 7000",
    "retry-after, ' 0 ', 0",
    "x-amz-retry-after, 250, 250",
    "Retry-After, 'Sun, 06 Nov 1994 08:49:47 GMT', 10000",
    "Retry-After, 'Sun, 06 Nov 1994 08:49:27 GMT', 0",
    "Retry-After, 999999999999999999, 9223372036854",
    "Retry-After, -1,",
    "Retry-After, soon,",
    "Retry-After, 1e3,",
    "Retry-After, 99999999999999999999,",
    "x-amz-retry-after, later,"
  })
  void hint_of_the_response(String header, String value, Long millis) {
    Verdict verdict = verdict(answered(503, "ServiceUnavailable", header, value));

    assertThat(verdict.action()).isEqualTo(Verdict.Action.RETRY);
    assertThat(verdict.hasHint()).isEqualTo(millis != null);
    assertThat(verdict.hintNanos() / 1_000_000).isEqualTo(millis == null ? 0 : millis);
    assertThat(verdict.effect()).isEqualTo(Effect.UNKNOWN);
  }

  @Test
  void hint_changes_neither_what_is_aborted_nor_the_effect() {
    assertThat(verdict(answered(400, "ValidationException", "Retry-After", "7")))
        .isEqualTo(Verdict.abort());
    assertThat(verdict(answered(400, "ThrottlingException", "Retry-After", "7")))
        .isEqualTo(
            Verdict.retryNoSoonerThan(Duration.ofSeconds(7))
                .withKind(FailureKind.THROTTLED)
                .withEffect(Effect.NONE));
  }

  private static Throwable answered(int status, String code, String header, String value) {
    return DynamoDbException.builder()
        .statusCode(status)
        .awsErrorDetails(
            AwsErrorDetails.builder()
                .errorCode(code)
                .sdkHttpResponse(
                    SdkHttpResponse.builder()
                        .statusCode(status)
                        .putHeader("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
                        .putHeader(header, value)
                        .build())
                .build())
        .build();
  }

  @Test
  void message_contains_error_code_and_message_of_the_service() {
    assertThat(AwsFailures.describe(service(400, "Code"))).isEqualTo("Code: words");
    assertThat(AwsFailures.describe(new IOException("cut"))).isEqualTo("cut");
  }
}
