package dev.reprise.cli.explain;

import dev.reprise.budget.RetryBudget;
import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.FixedValues;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.terminal.Colors;
import dev.reprise.explain.PolicyExplanation;
import dev.reprise.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reprise explain}: prints delays, limits and warnings of a policy. */
@Command(
    name = "explain",
    description = "Show the delays and limits of a policy, expected results, and warnings.",
    footer = {
      "",
      "Example:",
      "  reprise explain \"maxAttempts=5 within=30s backoff=exponential(100ms, x2)\""
    })
public final class ExplainCommand extends Subcommand {

  private static final int DEFAULT_ROWS = 10;
  private static final int MAX_ROWS = PolicyExplanation.MAX_ROWS;

  @Option(
      names = "--budget",
      paramLabel = "BUDGET",
      completionCandidates = FixedValues.OfBudget.class,
      defaultValue = "standard",
      description =
          "Retry budget: standard (default), unlimited, none, aws, finagle, grpc, envoy, "
              + "\"bucket(500, 5)\" and others.")
  private String budget = "standard";

  @Option(
      names = "--rows",
      paramLabel = "NUMBER",
      defaultValue = "" + DEFAULT_ROWS,
      description = "Maximum number of retries to show. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(names = "--json", description = "Print JSON, with durations in nanoseconds.")
  private boolean json;

  @Parameters(
      paramLabel = "POLICY",
      arity = "0..*",
      description =
          "The policy as text: maxAttempts, within, attemptTimeout, backoff and so on. Other settings "
              + "have their defaults.")
  private List<String> words = new ArrayList<>();

  /** Created by the parser of arguments. */
  public ExplainCommand() {}

  @Override
  public Integer call() {
    CommandLine line = line();
    RetryPolicy policy = Arguments.parse(line, words);
    RetryBudget parsedBudget = Arguments.parse(line, "--budget", budget, RetryBudget::parse);
    Arguments.checkRange(line, "--rows", rows, 0, MAX_ROWS);
    PolicyExplanation explanation = PolicyExplanation.of(policy, parsedBudget, rows);
    if (json) {
      line.getOut().println(explanation.toJson());
    } else {
      explanation.toString().lines().map(ExplainCommand::colored).forEach(line.getOut()::println);
    }
    line.getOut().flush();
    return 0;
  }

  private static String colored(String text) {
    return text.startsWith("! ") ? Colors.warning(text) : text;
  }
}
