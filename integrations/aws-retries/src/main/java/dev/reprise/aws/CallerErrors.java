package dev.reprise.aws;

import dev.reprise.aws.request.ForeignResponseException;
import dev.reprise.classify.Failures;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkServiceException;

/** Failures that concern the caller or the resource, whatever the request contains. */
final class CallerErrors {

  private static final Set<String> CODES =
      Set.of(
          // credentials, in the words of the different protocols
          "AccessDenied",
          "AccessDeniedException",
          "ExpiredToken",
          "ExpiredTokenException",
          "AuthFailure",
          "IncompleteSignature",
          "IncompleteSignatureException",
          "InvalidIdentityToken",
          "InvalidAccessKeyId",
          "InvalidClientTokenId",
          "InvalidSecurity",
          "InvalidSignatureException",
          "MissingAuthenticationToken",
          "MissingAuthenticationTokenException",
          "NotAuthorized",
          "OptInRequired",
          "SignatureDoesNotMatch",
          "SubscriptionRequiredException",
          "UnauthorizedException",
          "UnauthorizedOperation",
          "UnrecognizedClientException",
          // a clock that is wrong even after the SDK has corrected it
          "RequestExpired",
          "RequestInTheFuture",
          "RequestTimeTooSkewed",
          // endpoint of another service
          "InvalidAction",
          "UnknownOperation",
          "UnknownOperationException",
          // table, stream or queue
          "ResourceNotFoundException",
          "QueueDoesNotExist",
          "AWS.SimpleQueueService.NonExistentQueue",
          "QueueDeletedRecently",
          "AWS.SimpleQueueService.QueueDeletedRecently",
          "InvalidAddress",
          // key that encrypts the queue or the stream
          "KmsAccessDenied",
          "KmsDisabled",
          "KmsInvalidKeyUsage",
          "KmsInvalidState",
          "KmsNotFound",
          "KmsOptInRequired",
          "KMS.AccessDeniedException",
          "KMS.DisabledException",
          "KMS.InvalidKeyUsageException",
          "KMS.InvalidStateException",
          "KMS.NotFoundException",
          "KMS.OptInRequired",
          "KMSAccessDeniedException",
          "KMSDisabledException",
          "KMSInvalidStateException",
          "KMSNotFoundException",
          "KMSOptInRequired");

  /** Responses of a server or proxy about the condition, time or size of a single request. */
  private static final Set<Integer> SINGLE_REQUEST = Set.of(304, 408, 412, 413, 425, 429, 431);

  /** The session of SSO has ended, in the words of its provider of tokens. */
  private static final Set<String> NO_SESSION =
      Set.of("Token is expired", "Unable to load SSO token");

  private static final String NOT_UNDERSTOOD = "Unable to unmarshall response";

  private CallerErrors() {}

  static boolean endsEveryRequest(Throwable thrown) {
    Throwable failure = Failures.unwrapOrSelf(thrown);
    if (failure instanceof SdkServiceException service) {
      String code = AwsFailures.errorCode(service);
      return code.isEmpty() ? isOfAnotherServer(service.statusCode()) : CODES.contains(code);
    }
    if (UnsentRequests.isOfClosedClient(failure)) {
      return true;
    }
    if (!(failure instanceof SdkClientException)) {
      return failure instanceof ForeignResponseException;
    }
    String message = String.valueOf(failure.getMessage());
    return message.contains("credentials")
        || NO_SESSION.contains(message)
        || message.startsWith(NOT_UNDERSTOOD)
        || UnsentRequests.isUnreachable(failure)
        || UnsentRequests.isUntrusted(failure);
  }

  /** Each service gives its errors a code, unlike a server that does not provide it. */
  private static boolean isOfAnotherServer(int status) {
    return status >= 300 && status < 500 && !SINGLE_REQUEST.contains(status);
  }
}
