package dev.reprise.cli.dynamodb;

import dev.reprise.cli.dynamodb.client.KeyAttribute;
import dev.reprise.cli.dynamodb.client.Tables;
import dev.reprise.cli.load.Job;
import dev.reprise.cli.load.RunSummary;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.scan.TableScan;
import dev.reprise.dynamodb.table.ServiceUsage;
import dev.reprise.dynamodb.table.TableDetails;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import java.io.PrintWriter;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A transfer of items between files and a table.
 *
 * @param line the command that reports mistakes
 * @param address the table
 * @param settings retries, pace and parallelism
 */
record Transfer(CommandLine line, TableAddress address, TableSettings settings) {

  static final String WRITTEN = "written";

  /** The name or ARN of the table. */
  String table() {
    return address.table();
  }

  /** A client with a connection for each parallel request. */
  DynamoDbClient client() {
    return address.client(line, settings.send().parallelism());
  }

  /** Creates the table, with a capacity on demand. */
  void create(DynamoDbClient client, List<KeyAttribute> keys) {
    Tables.createOnDemand(client, settings.tableRetry(), table(), keys);
  }

  /**
   * A batch that writes to the table. Reads the description of the table first, so that a wrong
   * table name is reported before any input is read.
   *
   * @throws ParameterException if a share of capacity is requested and the table has no capacity of
   *     which it could be a share
   */
  DynamoDbBatch writes(DynamoDbClient client) {
    return batch(client, describe(client, "write", TableDetails::writeUnits));
  }

  /**
   * A batch that reads from the table, otherwise as {@link #writes}.
   *
   * @throws ParameterException as {@link #writes}
   */
  DynamoDbBatch reads(DynamoDbClient client) {
    return batch(client, describe(client, "read", TableDetails::readUnits));
  }

  private DynamoDbBatch batch(DynamoDbClient client, TableDetails details) {
    return settings.apply(DynamoDbBatch.of(client, table()).keySchema(details.keySchema()));
  }

  /**
   * A scan of the table. Reads the description of the table first.
   *
   * @throws ParameterException as {@link #writes}
   */
  TableScan scan(DynamoDbClient client) {
    describe(client, "read", TableDetails::readUnits);
    return settings.apply(TableScan.of(client, table()));
  }

  private TableDetails describe(
      DynamoDbClient client, String kind, Function<TableDetails, OptionalDouble> units) {
    TableDetails details = Tables.describe(client, settings.tableRetry(), table());
    if (settings.capacityShare() != null && units.apply(details).isEmpty()) {
      throw new ParameterException(
          line,
          "--capacity-share needs provisioned capacity, but table "
              + table()
              + " is on-demand without a limit of its "
              + kind
              + " units: use --pace");
    }
    return details;
  }

  /** Prints the result of writing, and returns the exit code. */
  static int print(Job<?, ItemWrite> job, PrintWriter out, WriteReport report) {
    return job.print(out, report.batch(), WRITTEN, usage("write", report.usage()));
  }

  /** The capacity units that a transfer consumed. */
  static String usage(String kind, ServiceUsage usage) {
    return ", " + kind + " units " + RunSummary.units(usage.capacityUnits());
  }

  /** Reports the progress of writes, and records dead letters. */
  static DynamoDbBatch writing(Job<?, ItemWrite> job, DynamoDbBatch batch) {
    job.begin();
    return batch.onProgress(job::show).onDeadWrite(job::dead).withWriteListener(job.listener());
  }
}
