package dev.reprise.cli.dynamodb;

import dev.reprise.cli.dynamodb.client.Tables;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.scan.TableScan;
import dev.reprise.dynamodb.table.TableDetails;
import java.io.IOException;
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
record Transfer(CommandLine line, TableAddress address, SendSettings settings) {

  /** The work between opening and closing of a job. */
  interface Work<L extends ItemSource> {

    /**
     * Transfers the items.
     *
     * @param client closed afterwards
     * @return the exit code
     */
    int run(Job<L> job, DynamoDbClient client) throws IOException;
  }

  /** The name or ARN of the table. */
  String table() {
    return address.table();
  }

  /**
   * Opens the input and the client, does the work and closes both.
   *
   * @param deadLetters the file of dead letters, which is closed too
   * @return the exit code
   * @throws ParameterException if the input cannot be read
   */
  <L extends ItemSource> int run(
      Job.Kind kind, Job.Opener<L> input, LimitedDeadLetters deadLetters, Work<L> work)
      throws IOException {
    try (Job<L> job = Job.open(line, kind, input, deadLetters, settings);
        DynamoDbClient client = client()) {
      return work.run(job, client);
    }
  }

  /** A client with a connection for each parallel request. */
  DynamoDbClient client() {
    return address.client(line, settings.parallelism());
  }

  /**
   * A batch for the table. Reads the description of the table first, so that a wrong table name is
   * reported before any input is read.
   *
   * @throws ParameterException if a share of capacity is requested and the table has no provisioned
   *     capacity
   */
  DynamoDbBatch batch(DynamoDbClient client) {
    TableDetails details = describe(client);
    return settings.apply(DynamoDbBatch.of(client, table()).keySchema(details.keySchema()));
  }

  /**
   * A scan of the table. Reads the description of the table first.
   *
   * @throws ParameterException as {@link #batch}
   */
  TableScan scan(DynamoDbClient client) {
    describe(client);
    return settings.apply(TableScan.of(client, table()));
  }

  private TableDetails describe(DynamoDbClient client) {
    TableDetails details = Tables.describe(client, settings.tableRetry(), table());
    if (settings.capacityShare() != null && details.writeUnits().isEmpty()) {
      throw new ParameterException(
          line,
          "--capacity-share needs provisioned capacity, but table "
              + table()
              + " is on-demand: use --pace");
    }
    return details;
  }
}
