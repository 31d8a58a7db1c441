package dev.reprise.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Valid commands, in which a test changes one or more arguments. */
final class SampleCommands {

  /** Each command that takes values, with the fewest arguments. */
  private static final Map<String, String> BASES = new TreeMap<>();

  static {
    String on = " --table items --endpoint {url}";
    String letters = " --dead-letters {dir}/dead";
    String to = " --queue {queues}/queue --endpoint {queues}";
    BASES.put("completion", "completion bash");
    BASES.put("demo", "demo --items 5 --units 100000,100000");
    BASES.put("dynamodb export", "dynamodb export" + on + " --out /dev/null");
    BASES.put("dynamodb fetch", "dynamodb fetch {items}" + on + letters + " --out /dev/null");
    BASES.put("dynamodb generate", "dynamodb generate 5");
    BASES.put("dynamodb load", "dynamodb load {items}" + on + letters);
    BASES.put("dynamodb replay", "dynamodb replay {letters}" + on + letters);
    BASES.put("dynamodb serve", "dynamodb serve");
    BASES.put(
        "opensearch load", "opensearch load {items} --index items --endpoint {search}" + letters);
    BASES.put(
        "opensearch replay",
        "opensearch replay {documents} --index items --endpoint {search}" + letters);
    BASES.put("dynamodb journal", "dynamodb journal {journal}");
    BASES.put("explain", "explain maxAttempts=3");
    BASES.put("help", "help run");
    BASES.put("advise", "advise --load 30 --capacity 25 --p50 9ms --errors 1s --seeds 1");
    BASES.put("lab", "lab");
    BASES.put("run", "run maxAttempts=1 -- true");
    BASES.put("sqs load", "sqs load {items}" + to + letters);
    BASES.put("sqs replay", "sqs replay {messages}" + to + letters);
    BASES.put("simulate " + CommandModel.SCENARIO, "simulate aws-contention --clients 2 --seeds 1");
    BASES.put("simulate figures", "simulate figures --seven --seeds 1 --out {items}/figures");
    BASES.put("simulate paper", "simulate paper finagle --seeds 1");
    BASES.put(
        "simulate tune",
        "simulate tune --in aws-contention --set clients=2 --candidates 2 --seeds 1"
            + " --part base=1ms..2ms 'minimise work'");
  }

  private SampleCommands() {}

  /** The words of all commands that take values. */
  static Set<String> commands() {
    return BASES.keySet();
  }

  /** The words of a command, as a mutable list. */
  static List<String> of(String command, SampleFiles files, Path folder) {
    return new ArrayList<>(Arrays.asList(files.words(BASES.get(command), folder)));
  }

  /** Sets the value of an argument, or adds the argument. */
  static void set(List<String> words, CommandModel.Argument argument, String value) {
    int first = argument.command().split(" ").length;
    if (argument.spec().isPositional()) {
      words.set(argument.name().equals("GOAL") ? words.size() - 1 : first, value);
      return;
    }
    int there = words.indexOf(argument.name());
    if (there >= 0) {
      words.set(there + 1, value);
    } else {
      int end = argument.command().equals("run") ? first : words.size();
      words.addAll(end, List.of(argument.name(), value));
    }
  }
}
