package dev.reprise.spark.internal.write;

import dev.reprise.spark.internal.deadletter.DeadLetterFolder;
import dev.reprise.spark.internal.options.WriteOptions;
import dev.reprise.spark.internal.table.TableMetadata;
import dev.reprise.spark.internal.task.CapacityLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/** A job on the driver: sends the plan to the tasks and adds up their counts. */
final class TableBatchWrite implements BatchWrite {

  private static final int MAX_DEAD_REASONS = 10;

  private final WriteOptions options;
  private final TableMetadata metadata;
  private final StructType schema;
  private final String queryId;
  private final SparkSession session;
  private final JobListener listener;
  private final long start = System.nanoTime();
  private boolean reported;

  TableBatchWrite(
      WriteOptions options,
      TableMetadata metadata,
      StructType schema,
      String queryId,
      SparkSession session,
      JobListener listener) {
    this.options = options;
    this.metadata = metadata;
    this.schema = schema;
    this.queryId = queryId;
    this.session = session;
    this.listener = listener;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    double limit =
        CapacityLimit.ofJob(
            options.unitsPerSecond(),
            options.capacityShare(),
            metadata.writeUnits(),
            options.table().name());
    boolean speculation = SpeculativeTasks.areEnabled(session);
    DeadLetterFolder letters = letters();
    if (letters != null) {
      try {
        letters.create();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
    return new TaskWriterFactory(
        new WritePlan(
            options,
            metadata,
            schema,
            CapacityLimit.ofTask(limit, info.numPartitions(), speculation),
            options.deadLetters(),
            letters == null ? null : new SerializableConfiguration(hadoop())),
        queryId);
  }

  private Configuration hadoop() {
    return session.sessionState().newHadoopConf();
  }

  private @Nullable DeadLetterFolder letters() {
    return options.deadLetters() == null
        ? null
        : new DeadLetterFolder(options.deadLetters(), queryId, hadoop());
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    WriteResult result = result(messages, true);
    reported = true;
    listener.committed(result, options);
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    if (!reported) {
      reported = true;
      listener.aborted(result(messages, false), options);
    }
  }

  private static Stream<TaskCommit> commits(WriterCommitMessage[] messages) {
    return Stream.of(messages).filter(Objects::nonNull).map(TaskCommit.class::cast);
  }

  private WriteResult result(WriterCommitMessage[] messages, boolean committed) {
    boolean stopped = commits(messages).anyMatch(TaskCommit::stoppedEarly);
    return new WriteResult(
        options.table().name(),
        committed && !stopped,
        (int) commits(messages).count(),
        commits(messages).map(TaskCommit::counts).reduce(TaskCounts.NONE, TaskCounts::plus),
        published(messages),
        commits(messages)
            .flatMap(commit -> commit.deadReasons().stream())
            .limit(MAX_DEAD_REASONS)
            .toList(),
        Duration.ofNanos(System.nanoTime() - start));
  }

  /**
   * Publishes the dead letters of committed tasks, also if the job fails: their rows were not
   * written.
   */
  private List<String> published(WriterCommitMessage[] messages) {
    DeadLetterFolder letters = letters();
    if (letters == null) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    commits(messages).map(TaskCommit::letters).filter(Objects::nonNull).forEach(names::add);
    try {
      return letters.publish(names);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
