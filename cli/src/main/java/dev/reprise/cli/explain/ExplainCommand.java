package dev.reprise.cli.explain;

import dev.reprise.budget.RetryBudget;
import dev.reprise.cli.PolicyArgument;
import dev.reprise.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise explain}: prints what a policy does. */
@Command(
    name = "explain",
    description = "Show the delays of a policy, what to expect of it, and what may surprise.",
    footer = {
      "",
      "Example:",
      "  reprise explain \"maxAttempts=5 within=30s backoff=exponential(100ms, x2)\""
    })
public final class ExplainCommand implements Callable<Integer> {

  private static final int MAX_ROWS = Schedule.HORIZON;

  @Option(
      names = "--budget",
      paramLabel = "BUDGET",
      defaultValue = "standard",
      description =
          "The budget beside the policy: ${DEFAULT-VALUE} by default, or unlimited, none, aws, "
              + "finagle, grpc, envoy, \"bucket(500, 5)\" ...")
  private String budget = "standard";

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "" + Explain.ROWS,
      description = "How many retries to show at most, ${DEFAULT-VALUE} by default.")
  private int rows;

  @Option(names = "--json", description = "Write JSON; times are nanoseconds.")
  private boolean json;

  @Parameters(
      paramLabel = "POLICY",
      arity = "0..*",
      description =
          "The policy as text: maxAttempts, within, attemptTimeout, backoff and so on. What is not "
              + "named has its default.")
  private List<String> words = new ArrayList<>();

  private @Nullable CommandSpec spec;

  /** Made by the command line. */
  public ExplainCommand() {}

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    RetryPolicy policy = PolicyArgument.parse(line, words);
    RetryBudget beside = PolicyArgument.parse(line, "--budget", budget, RetryBudget::parse);
    if (rows < 0 || rows > MAX_ROWS) {
      throw new ParameterException(
          line, "--rows must be from 0 to " + MAX_ROWS + ", but was " + rows);
    }
    Explanation explanation = Explanation.of(policy, beside, rows);
    line.getOut().println(json ? ExplanationJson.of(explanation) : ExplanationText.of(explanation));
    line.getOut().flush();
    return 0;
  }
}
