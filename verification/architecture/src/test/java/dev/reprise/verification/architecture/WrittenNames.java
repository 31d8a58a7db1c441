package dev.reprise.verification.architecture;

import dev.reprise.backoff.Backoff;
import dev.reprise.batch.Pace;
import dev.reprise.budget.RetryBudget;
import dev.reprise.declared.Retryable;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.AttemptTimeout;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.policy.StopCondition;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.simulator.file.ScenarioFile;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The names that users write in texts, files and commands, and that programs read from JSON. */
final class WrittenNames {

  /** A name that no form has, so the parser's error message lists the known elements. */
  private static final String UNKNOWN = "qqqqqqqq";

  private static final Pattern EXPECTED =
      Pattern.compile(
          "(?:(?i)expected|there are|must be) (?:one of )?(?:an? [a-z ]+: )?(.+?)(?:, but .*)?$",
          Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9]*");

  /** A value that has no name, such as "a duration". */
  private static final Pattern VALUE = Pattern.compile("an? [a-z ]+");

  private static final Pattern JSON = Pattern.compile("\"((?:\\\\.|[^\"\\\\])*)\"(\\s*:)?|[{}]");

  private WrittenNames() {}

  static Set<String> settings() {
    return RetryPolicy.settingNames();
  }

  static Set<String> builderMethods() {
    return Stream.of(RetryPolicyBuilder.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> method.getReturnType() == RetryPolicyBuilder.class)
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  static Set<String> annotationElements() {
    return Stream.of(Retryable.class.getDeclaredMethods())
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The elements of each text form, as its parser lists them. */
  static Map<String, List<String>> textForms() {
    Map<String, List<String>> forms = new LinkedHashMap<>();
    forms.put("backoff", listedBy(Backoff::parse, UNKNOWN));
    forms.put("keys of a backoff", listedBy(Backoff::parse, "fixed(1s, " + UNKNOWN + "=1)"));
    forms.put("keys of `elapsed`", listedBy(Backoff::parse, "elapsed(" + UNKNOWN + "=1)"));
    forms.put("jitter", listedBy(Backoff::parse, "fixed(1s, jitter=" + UNKNOWN + ")"));
    forms.put("hedge", listedBy(Hedge::parse, UNKNOWN));
    forms.put("keys of a hedge", listedBy(Hedge::parse, "percentile(95, " + UNKNOWN + "=1)"));
    forms.put("attempt timeout", listedBy(AttemptTimeout::parse, UNKNOWN));
    forms.put(
        "keys of an attempt timeout",
        listedBy(AttemptTimeout::parse, "percentile(95, " + UNKNOWN + "=1)"));
    forms.put("stop condition", listedBy(StopCondition::parse, UNKNOWN));
    forms.put("keys of a failure rule", listedBy(RetryPolicy::parse, rule()));
    forms.put("idempotency", listedBy(RetryPolicy::parse, "idempotency=" + UNKNOWN));
    forms.put("nesting", listedBy(RetryPolicy::parse, "nesting=" + UNKNOWN));
    forms.put("budget", listedBy(RetryBudget::parse, UNKNOWN));
    forms.put(
        "keys of `ratio`", listedBy(RetryBudget::parse, "ratio(20%, 1/s, " + UNKNOWN + "=1)"));
    forms.put(
        "keys of `inFlight`", listedBy(RetryBudget::parse, "inFlight(20%, " + UNKNOWN + "=1)"));
    forms.put("pace of a batch", listedBy(Pace::parse, UNKNOWN));
    forms.put(
        "scenario file",
        listedBy(
            text -> ScenarioFile.parse("file", text), UNKNOWN + ": 1\nscenario: slow-server\n"));
    forms.put(
        "property of a registry",
        listedBy(value -> RetryRegistry.of(Map.of("reprise.policies.a." + UNKNOWN, value)), "1"));
    return forms;
  }

  private static String rule() {
    return "rules=throttled(" + UNKNOWN + "=1)";
  }

  private static List<String> listedBy(Consumer<String> parser, String text) {
    String message = "";
    try {
      parser.accept(text);
    } catch (IllegalArgumentException refused) {
      message = String.valueOf(refused.getMessage());
    }
    Matcher expected = EXPECTED.matcher(message.replaceAll("(?s)\n.*", "").strip());
    if (!expected.find()) {
      expected = EXPECTED.matcher(message);
      if (!expected.find()) {
        throw new IllegalStateException(text + " is refused without a list: " + message);
      }
    }
    return elements(expected.group(1));
  }

  private static List<String> elements(String list) {
    List<String> elements = new ArrayList<>();
    String plain = list.replaceAll("\\([^)]*\\)", "").replaceAll("[\\[\\]'\"]", "");
    for (String part : plain.split(",| or | and ")) {
      Matcher name = NAME.matcher(part.strip());
      if (name.lookingAt() && !VALUE.matcher(part.strip()).matches()) {
        elements.add(name.group());
      }
    }
    return elements.stream().distinct().sorted().toList();
  }

  /** Options of each command, and the names of its positional parameters. */
  static Map<String, List<String>> options() throws ReflectiveOperationException {
    Method all =
        Class.forName("dev.reprise.cli.RepriseCommand").getDeclaredMethod("all", String[].class);
    all.setAccessible(true);
    Map<String, List<String>> commands = new TreeMap<>();
    addOptions("", (CommandLine) all.invoke(null, (Object) new String[0]), commands);
    return commands;
  }

  private static void addOptions(
      String above, CommandLine line, Map<String, List<String>> commands) {
    String name = (above + " " + line.getCommandName()).strip();
    List<String> names = new ArrayList<>();
    line.getCommandSpec()
        .options()
        .forEach(
            option -> {
              if (!option.inherited()) {
                names.add(String.join(", ", option.names()));
              }
            });
    names.sort(String::compareTo);
    line.getCommandSpec()
        .positionalParameters()
        .forEach(parameter -> names.add(parameter.paramLabel()));
    commands.put(name, names);
    line.getSubcommands().values().stream()
        .distinct()
        .forEach(below -> addOptions(name, below, commands));
  }

  /** The members of each object of a JSON schema. */
  static Map<String, Set<String>> membersOf(Path schema) throws IOException {
    Map<String, Set<String>> members = new TreeMap<>();
    Deque<String> path = new ArrayDeque<>();
    String last = "";
    Matcher token = JSON.matcher(Files.readString(schema));
    while (token.find()) {
      if (token.group().equals("{")) {
        path.push(last);
      } else if (token.group().equals("}")) {
        path.pop();
      } else if (token.group(2) != null) {
        last = token.group(1);
        if ("properties".equals(path.peek())) {
          String owner = path.stream().skip(1).findFirst().orElse("");
          members.computeIfAbsent(owner, name -> new LinkedHashSet<>()).add(last);
        }
      }
    }
    return members;
  }

  /** Member names that a source file writes, by a pattern with one group. */
  static Set<String> writtenBy(String file, String pattern) throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path source : Sources.ofMainCode()) {
      if (source.endsWith(file)) {
        Matcher name = Pattern.compile(pattern).matcher(Files.readString(source));
        while (name.find()) {
          names.add(name.group(1));
        }
      }
    }
    return names;
  }

  /** Literals of the main code of products that match a pattern. */
  static Set<String> literals(String pattern, Predicate<String> files) throws IOException {
    Set<String> names = new TreeSet<>();
    Pattern searched = Pattern.compile(pattern);
    Path root = Sources.root();
    for (Path source : Sources.ofMainCode()) {
      String name = Sources.name(root, source);
      if (!name.startsWith("/verification/")
          && !name.startsWith("/examples/")
          && files.test(name)) {
        Matcher literal = searched.matcher(Files.readString(source));
        while (literal.find()) {
          names.add(literal.group(1));
        }
      }
    }
    return names;
  }

  /** The properties of Spring applications, as editors know them. */
  static Set<String> springProperties() throws IOException {
    String metadata =
        Files.readString(
            Sources.root()
                .resolve(
                    "integrations/spring-boot-starter/src/main/resources/META-INF/spring-configuration-metadata.json"));
    return Pattern.compile("\"name\": *\"((?:reprise|management)\\.[a-z.-]+)\"")
        .matcher(metadata)
        .results()
        .map(found -> found.group(1).replace("policies.default.", "policies.NAME."))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
