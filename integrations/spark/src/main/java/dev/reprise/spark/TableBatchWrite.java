package dev.reprise.spark;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A job on the driver: distributes the plan and adds up the results of the tasks. */
final class TableBatchWrite implements BatchWrite {

  private static final Logger LOG = LoggerFactory.getLogger(DynamoDbWrites.class);

  private final WriteOptions options;
  private final TableFacts facts;
  private final StructType schema;
  private final String queryId;
  private final SparkSession session;
  private final long start = System.nanoTime();
  private boolean reported;

  TableBatchWrite(
      WriteOptions options,
      TableFacts facts,
      StructType schema,
      String queryId,
      SparkSession session) {
    this.options = options;
    this.facts = facts;
    this.schema = schema;
    this.queryId = queryId;
    this.session = session;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    double limit =
        Rate.limit(
            options.unitsPerSecond(),
            options.capacityShare(),
            facts.writeUnits(),
            options.target().table());
    boolean speculation = session.sparkContext().conf().getBoolean("spark.speculation", false);
    LetterFolder letters = letters();
    if (letters != null) {
      try {
        letters.make();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
    return new TaskWriterFactory(
        new WritePlan(
            options,
            facts,
            schema,
            Rate.ofEach(limit, info.numPartitions(), speculation),
            options.deadLetters(),
            letters == null ? null : new SerializableConfiguration(hadoop())),
        queryId);
  }

  private Configuration hadoop() {
    return session.sessionState().newHadoopConf();
  }

  private @Nullable LetterFolder letters() {
    return options.deadLetters() == null
        ? null
        : new LetterFolder(options.deadLetters(), queryId, hadoop());
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    SparkWriteReport report = report(messages, true);
    logReport(report);
    boolean stopped = commits(messages).anyMatch(TaskCommit::stoppedEarly);
    if (stopped || report.dead() > options.maxDead()) {
      throw new RowsDeadException(report, options.maxDead());
    }
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    if (!reported) {
      logReport(report(messages, false));
    }
  }

  private static Stream<TaskCommit> commits(WriterCommitMessage[] messages) {
    return Stream.of(messages).filter(Objects::nonNull).map(TaskCommit.class::cast);
  }

  private SparkWriteReport report(WriterCommitMessage[] messages, boolean complete) {
    TaskCounts counts =
        commits(messages).map(TaskCommit::counts).reduce(TaskCounts.NONE, TaskCounts::plus);
    List<String> deaths =
        commits(messages).flatMap(commit -> commit.deaths().stream()).limit(10).toList();
    boolean stopped = commits(messages).anyMatch(TaskCommit::stoppedEarly);
    return SparkWriteReport.of(
        options.target().table(),
        (int) commits(messages).count(),
        counts,
        complete && !stopped,
        published(messages),
        deaths,
        Duration.ofNanos(System.nanoTime() - start));
  }

  /** Keeps the letters of committed tasks even if the job fails: their rows were not written. */
  private List<String> published(WriterCommitMessage[] messages) {
    LetterFolder letters = letters();
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

  private void logReport(SparkWriteReport report) {
    reported = true;
    WriteReports.put(options.job(), report);
    WriteReports.answer(options.call(), report);
    if (report.isComplete()) {
      LOG.info("{}", report);
    } else {
      LOG.warn("{}", report);
    }
  }
}
