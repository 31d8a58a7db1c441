/** Batches on services of AWS with partial failure: SQS and Kinesis. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // names, no descriptors
module dev.reprise.aws.batch {
  requires transitive dev.reprise;
  requires transitive dev.reprise.batch;
  requires static software.amazon.awssdk.services.kinesis;
  requires static software.amazon.awssdk.services.sqs;
  requires dev.reprise.aws;
  requires software.amazon.awssdk.awscore;
  requires software.amazon.awssdk.core;
  requires static transitive org.jspecify;

  exports dev.reprise.aws.batch.kinesis;
  exports dev.reprise.aws.batch.sqs;
}
