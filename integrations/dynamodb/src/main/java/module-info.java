/** Batch reads and writes of any size on the AWS SDK. */
@SuppressWarnings("requires-transitive-automatic") // the SDK's modules have names, no descriptors
module dev.reprise.dynamodb {
  requires com.fasterxml.jackson.core;
  requires transitive dev.reprise;
  requires transitive dev.reprise.batch;
  requires transitive software.amazon.awssdk.services.dynamodb;
  requires dev.reprise.aws;
  requires software.amazon.awssdk.awscore;
  requires software.amazon.awssdk.core;
  requires static com.github.luben.zstd_jni;
  requires static transitive org.jspecify;

  exports dev.reprise.dynamodb;
  exports dev.reprise.dynamodb.deadletter;
  exports dev.reprise.dynamodb.items;
  exports dev.reprise.dynamodb.read;
  exports dev.reprise.dynamodb.scan;
  exports dev.reprise.dynamodb.statement;
  exports dev.reprise.dynamodb.table;
  exports dev.reprise.dynamodb.transaction;
  exports dev.reprise.dynamodb.write;
}
