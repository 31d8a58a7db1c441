/** Batch reads and writes of any size on the AWS SDK. */
@SuppressWarnings("requires-transitive-automatic") // the SDK's modules have names, no descriptors
module dev.reprise.dynamodb {
  requires transitive dev.reprise;
  requires transitive dev.reprise.batch;
  requires transitive software.amazon.awssdk.services.dynamodb;
  requires software.amazon.awssdk.awscore;
  requires software.amazon.awssdk.core;
  requires software.amazon.awssdk.retries.api;
  requires static transitive org.jspecify;

  exports dev.reprise.dynamodb;
}
