package dev.reprise.cli.dynamodb;

import dev.reprise.RetryPolicy;
import dev.reprise.cli.PolicyArgument;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.KeySchema;
import java.net.URI;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Which table, where, and how. */
final class TableOptions {

  private static final Pattern TIME_LIMIT = Pattern.compile("(^|\\s)within\\s*=");

  @Option(names = "--table", paramLabel = "TABLE", required = true, description = "The table.")
  private String table = "";

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description =
          "Where the service is. By default that of the region. One on this machine is called with "
              + "made-up credentials, never with yours.")
  private @Nullable String endpoint;

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "The region. By default the one that your AWS settings name.")
  private @Nullable String region;

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      description =
          "What is sent again, when and how often, such as \"maxAttempts=20 within=1h\". Attempts "
              + "count without progress. By default 30, without a time limit.")
  private @Nullable String policy;

  @Option(
      names = "--parallelism",
      paramLabel = "NUMBER",
      defaultValue = "8",
      description = "Requests at a time. Default ${DEFAULT-VALUE}.")
  private int parallelism;

  @Option(
      names = "--dead-letters",
      paramLabel = "FILE",
      description =
          "Where lines go that failed, each with its reason. Made only if one does, readable by its "
              + "owner alone. By default FILE.failed.ndjson beside the input.")
  private @Nullable String deadLetters;

  String table() {
    return table;
  }

  @Nullable String deadLetters() {
    return deadLetters;
  }

  /** Reads the options that may hold mistakes. */
  Target parse(CommandLine line) {
    return new Target(
        endpoint == null
            ? null
            : PolicyArgument.parse(line, "--endpoint", endpoint, TableOptions::url),
        policy == null
            ? null
            : PolicyArgument.parse(line, "--policy", policy, TableOptions::policy));
  }

  /** Mistakes are behind us. */
  record Target(@Nullable URI endpoint, @Nullable RetryPolicy policy) {}

  DynamoDbClient client(CommandLine line, Target target) {
    URI url = target.endpoint();
    return url != null && Clients.isLoopback(url)
        ? Clients.local(url, region)
        : PolicyArgument.parse(line, () -> Clients.ofUser(url, region));
  }

  /** Looks the table up first: for a mistake in its name, no line need be read. */
  DynamoDbBatch batch(CommandLine line, DynamoDbClient client, Target target) {
    DynamoDbBatch batch =
        PolicyArgument.parse(line, () -> DynamoDbBatch.of(client, table).parallelism(parallelism));
    KeySchema keys = KeySchema.of(Tables.describe(client, table));
    batch = batch.keySchema(keys);
    return target.policy() == null ? batch : batch.policy(target.policy());
  }

  private static URI url(String text) {
    URI url = URI.create(text);
    boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
    if (!http || url.getHost() == null) {
      throw new IllegalArgumentException("must be an http or https address, but was " + text);
    }
    return url;
  }

  /** A load takes as long as it takes: the default time limit of policies is not meant for it. */
  private static RetryPolicy policy(String text) {
    RetryPolicy policy = RetryPolicy.parse(text);
    return TIME_LIMIT.matcher(text).find() ? policy : policy.toBuilder().forever().build();
  }
}
