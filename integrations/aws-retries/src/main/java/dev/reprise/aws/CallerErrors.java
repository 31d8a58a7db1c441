package dev.reprise.aws;

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
          "IncompleteSignature",
          "IncompleteSignatureException",
          "InvalidClientTokenId",
          "InvalidSecurity",
          "InvalidSignatureException",
          "MissingAuthenticationToken",
          "MissingAuthenticationTokenException",
          "OptInRequired",
          "SignatureDoesNotMatch",
          "UnrecognizedClientException",
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

  private CallerErrors() {}

  static boolean endsEveryRequest(Throwable thrown) {
    Throwable failure = Failures.unwrapOrSelf(thrown);
    if (failure instanceof SdkServiceException service) {
      return CODES.contains(AwsFailures.errorCode(service));
    }
    return failure instanceof SdkClientException
        && (String.valueOf(failure.getMessage()).contains("credentials")
            || UnsentRequests.isUnreachable(failure));
  }
}
