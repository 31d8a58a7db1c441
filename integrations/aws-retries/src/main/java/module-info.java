/** Retries of the clients of the AWS SDK for Java 2, and the classifier of their failures. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // names, no descriptors
module dev.reprise.aws {
  requires transitive dev.reprise;
  requires transitive software.amazon.awssdk.core;
  requires transitive software.amazon.awssdk.retries.api;
  requires transitive software.amazon.awssdk.awscore;
  requires software.amazon.awssdk.http;
  requires software.amazon.awssdk.retries;
  requires static transitive org.jspecify;

  exports dev.reprise.aws;
  exports dev.reprise.aws.request;
}
