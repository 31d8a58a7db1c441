package dev.reprise.dynamodb;

import dev.reprise.classify.Classifier;
import dev.reprise.dynamodb.internal.failure.FailureClassifier;

/**
 * Classifier of the failures of the AWS SDK. For calls of a single item set it with {@code
 * classifyWith("aws", AwsFailures.classifier())}; {@link DynamoDbBatch} sets it by itself.
 *
 * <table>
 *   <caption>Verdicts</caption>
 *   <tr><th>failure</th><th>verdict</th><th>effect</th></tr>
 *   <tr><td>throttling, by the SDK's {@code isThrottlingException()}</td><td>retry, throttled</td><td>none</td></tr>
 *   <tr><td>cancelled transaction, if each of its reasons is throttling or a conflict</td><td>retry</td><td>none</td></tr>
 *   <tr><td>write of an item that a transaction is writing (TransactionConflictException)</td><td>retry</td><td>none</td></tr>
 *   <tr><td>status 500 and above; write conflict between regions; transaction still in progress</td><td>retry</td><td>unknown</td></tr>
 *   <tr><td>timeout of a call or an attempt; error RequestTimeout</td><td>retry, timeout</td><td>unknown</td></tr>
 *   <tr><td>clock skew, which the SDK has corrected by then</td><td>retry</td><td>none</td></tr>
 *   <tr><td>I/O failure below the client; response damaged in transit</td><td>retry</td><td>unknown</td></tr>
 *   <tr><td>call aborted by an interrupt</td><td>abort</td><td>unknown</td></tr>
 *   <tr><td>any other failure of the service or the SDK: failed condition, validation, unknown table, access denied, no credentials</td><td>abort</td><td>unknown</td></tr>
 *   <tr><td>failure that is not of the SDK</td><td>pass: the policy decides</td><td></td></tr>
 * </table>
 */
public final class AwsFailures {

  private AwsFailures() {}

  /**
   * Returns the classifier of the table above. Any thread may use it.
   *
   * @return the classifier
   */
  public static Classifier classifier() {
    return FailureClassifier.CLASSIFIER;
  }
}
