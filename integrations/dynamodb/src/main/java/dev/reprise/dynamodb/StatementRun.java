package dev.reprise.dynamodb;

import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A run of statements. The service refuses a request with both reads and writes. */
final class StatementRun extends DynamoDbRun<Statement, StatementReport>
    implements BatchListener<Statement> {

  private final UncertainWrites<Statement> uncertain;
  private final StatementSender sender;
  private final Consumer<? super StatementResult> consumer;

  StatementRun(
      TableClient client,
      String table,
      BatchSettings settings,
      Consumer<? super StatementResult> consumer) {
    super(client, table, settings);
    this.consumer = consumer;
    uncertain = new UncertainWrites<>(settings.journal != null);
    sender = new StatementSender(client, meter, uncertain, settings.retry.environment().ticks());
  }

  @Override
  Batch<Statement> sending(@Nullable KeySchema schema, Pace pace) {
    return through(sender::send)
        .groupedBy(Statement::isRead)
        .notIdempotent(statement -> !statement.isIdempotent())
        .chunkSize(StatementSender.MOST)
        .pacedBy(pace);
  }

  @Override
  Batch<Statement> withListeners(Batch<Statement> plain) {
    return settings.withListeners(
        plain.withListener(this).withListener(uncertain),
        settings.statements,
        "statements" + client.setup().place(),
        ItemFingerprint::of);
  }

  @Override
  public void itemsDone(List<Statement> statements) {
    handOver(
        statements,
        statement -> consumer.accept(new StatementResult(statement, sender.takeAnswer(statement))));
  }

  @Override
  StatementReport report(BatchReport<Statement> batch) {
    return new StatementReport(batch, meter.total());
  }
}
