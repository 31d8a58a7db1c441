package dev.reprise.dynamodb;

import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of statements. The service refuses a call that both reads and writes. */
final class StatementRun extends Run<Statement, StatementReport>
    implements BatchListener<Statement> {

  private final Doubts<Statement> doubts;
  private final StatementChunks chunks;
  private final Consumer<? super StatementResult> consumer;

  StatementRun(
      TableClient client,
      String table,
      Settings settings,
      Consumer<? super StatementResult> consumer) {
    super(client, table, settings);
    this.consumer = consumer;
    doubts = new Doubts<>(settings.journal != null);
    chunks = new StatementChunks(client, meter, doubts, settings.retry.environment().ticks());
  }

  @Override
  Batch<Statement> sending(@Nullable KeySchema schema, Pace pace) {
    return through(chunks::send)
        .groupedBy(Statement::isRead)
        .notIdempotent(statement -> !statement.isIdempotent())
        .chunkSize(StatementChunks.MOST)
        .pacedBy(pace);
  }

  @Override
  Batch<Statement> watched(Batch<Statement> plain) {
    return settings.watching(
        plain.withListener(this).withListener(doubts),
        settings.statements,
        "statements" + client.setup().place(),
        ItemFingerprint::of);
  }

  @Override
  public void itemsDone(List<Statement> statements) {
    Handing.each(
        statements,
        statement -> consumer.accept(new StatementResult(statement, chunks.takeAnswer(statement))));
  }

  @Override
  StatementReport report(BatchReport<Statement> batch) {
    return new StatementReport(batch, meter.total());
  }
}
