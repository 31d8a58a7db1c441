package dev.reprise.dynamodb.internal.statement;

import dev.reprise.aws.AwsFailures;
import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.run.BatchSettings;
import dev.reprise.dynamodb.internal.run.DynamoDbRun;
import dev.reprise.dynamodb.internal.run.ItemFingerprint;
import dev.reprise.dynamodb.internal.send.UncertainWrites;
import dev.reprise.dynamodb.statement.PartiqlStatement;
import dev.reprise.dynamodb.statement.StatementReport;
import dev.reprise.dynamodb.statement.StatementResult;
import dev.reprise.dynamodb.table.KeySchema;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A run of statements. The service refuses a request with both reads and writes. */
public final class StatementRun extends DynamoDbRun<PartiqlStatement, StatementReport>
    implements BatchListener<PartiqlStatement> {

  private final UncertainWrites<PartiqlStatement> uncertain;
  private final StatementSender sender;
  private final Consumer<? super StatementResult> consumer;

  public StatementRun(
      TableClient client,
      String table,
      BatchSettings settings,
      Consumer<? super StatementResult> consumer) {
    super(client, table, settings);
    this.consumer = consumer;
    uncertain = new UncertainWrites<>(settings.journal != null);
    sender = new StatementSender(client, meter, uncertain, settings.retry.environment().ticks());
  }

  /** The statements name their own tables. */
  @Override
  protected boolean endsRun(Throwable failure) {
    return AwsFailures.endsEveryRequest(failure);
  }

  @Override
  protected Batch<PartiqlStatement> sending(@Nullable KeySchema schema, Pace pace) {
    return through(sender::send)
        .groupedBy(PartiqlStatement::isRead)
        .notIdempotent(statement -> !statement.isIdempotent())
        .chunkSize(StatementSender.MOST)
        .pacedBy(pace);
  }

  @Override
  protected Batch<PartiqlStatement> withListeners(Batch<PartiqlStatement> plain) {
    return settings.withListeners(
        plain.withListener(this).withListener(uncertain),
        settings.statements,
        "statements" + client.setup().place(),
        ItemFingerprint::of);
  }

  @Override
  public void itemsDone(List<PartiqlStatement> statements) {
    handOver(
        statements,
        statement -> consumer.accept(new StatementResult(statement, sender.takeAnswer(statement))));
  }

  @Override
  protected StatementReport report(BatchReport<PartiqlStatement> batch) {
    return new StatementReport(batch, meter.total());
  }
}
