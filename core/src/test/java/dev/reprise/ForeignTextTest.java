package dev.reprise;

import static dev.reprise.HostileText.assertPrintable;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import dev.reprise.declared.RetryMethod;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.registry.SettingError;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.FailureText;
import dev.reprise.report.RetryReport;
import dev.reprise.text.TextFormatException;
import dev.reprise.time.TimeText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every way in which a user's text leaves the library, with every hostile text. The output has as
 * many lines as with a harmless text, is bounded, and has no character that controls a terminal,
 * changes the direction of the text or is half of a surrogate pair.
 */
class ForeignTextTest {

  private static final String HARMLESS = "Xy";
  private static final String NOT_REFUSED = "\n";

  /** Escapes nothing outside of strings; inside of strings it escapes as RFC 8259 requires. */
  private static final Pattern JSON =
      Pattern.compile("(?:[^\"\\\\]++|\"(?:[^\"\\\\]++|\\\\[\"\\\\nrt]|\\\\u[0-9a-f]{4})*+\")*+");

  @TempDir static Path folder;

  /** Prints a text in one of these ways. */
  record Door(String name, UnaryOperator<String> show) {

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Door> doors() {
    return Stream.of(textForms(), registry(), calls(), values(), refusals()).flatMap(List::stream);
  }

  private static List<Door> textForms() {
    List<Door> doors = new ArrayList<>();
    for (String form :
        List.of(
            "%s",
            "%s=1",
            "a%s=1",
            "maxAttempts=%s",
            "within=%s",
            "within=1%s",
            "within=1s%s",
            "retryOn=%s",
            "retryOn=a%s",
            "retryOn=custom(%s)",
            "retryOn=java.lang.String%s",
            "retryOnNull=a%s",
            "nesting=a%s",
            "hedge=%s",
            "hedge=a%s",
            "hintJitter=%s",
            "hintJitter=1%s",
            "backoff=%s",
            "backoff=a%s")) {
      doors.add(parsing("policy " + form, form, text -> RetryPolicy.parse(text)));
    }
    for (String form :
        List.of(
            "%s",
            "a%s",
            "fixed(%s)",
            "fixed(1%s)",
            "fixed(1s, %s)",
            "fixed(1s, a%s=1)",
            "fixed(1s, cap=%s)",
            "fixed(1s, jitter=a%s)",
            "fixed(1s, jitter=proportional(%s))",
            "exponential(1s, x%s)",
            "then(%s, none, none)")) {
      doors.add(parsing("backoff " + form, form, Backoff::parse));
    }
    for (String form : List.of("%s", "a%s", "bucket(%s)", "ratio(1%%, 1/s, ttl%s=1s)")) {
      doors.add(parsing("budget " + form, form, RetryBudget::parse));
    }
    for (String form : List.of("%s", "a%s", "after(%s)", "after(1s, a%s=2)")) {
      doors.add(parsing("hedge " + form, form, Hedge::parse));
    }
    doors.add(parsing("duration", "%s", TimeText::parse));
    doors.add(new Door("reason", text -> new TextFormatException(text, text, 0).reason()));
    doors.add(new Door("mistake", text -> messageOf(new TextFormatException(text, text, 0))));
    return doors;
  }

  /** The message of a text form about a text that contains a user's text. */
  private static Door parsing(String name, String form, Function<String, ?> parse) {
    return new Door(
        name,
        text -> {
          String whole = String.format(form, text);
          try {
            Objects.requireNonNull(parse.apply(whole));
            return "read (column)\n\n";
          } catch (TextFormatException refused) {
            assertFalse(refused.reason().contains("\n"), refused::reason);
            return messageOf(refused);
          }
        });
  }

  private static List<Door> registry() {
    return List.of(
        properties("reprise.policies. %s", "maxAttempts=2"),
        properties("reprise.policies.orders.a%s", "1"),
        properties("reprise.policies.orders", "a%s=1"),
        properties("reprise.policies.orders", "retryOn=a%s"),
        properties("reprise.policies.orders.retryOn", "a%s"),
        properties("reprise.policies.orders.budget", "a%s"),
        new Door(
            "value that is no text", text -> refusal(Map.of("reprise.policies.a", list(text)))),
        new Door(
            "code that refuses",
            text ->
                message(
                    () ->
                        RetryRegistry.builder()
                            .eachPolicy(
                                (name, policy) -> {
                                  throw new IllegalArgumentException("no " + text);
                                })
                            .build(Map.of("reprise.policies.orders", "")))),
        new Door(
            "unknown policy", text -> message(() -> RetryRegistry.of(Map.of()).retry("a" + text))),
        new Door("file of properties", text -> inFile("reprise.policies.a" + text + "=1")),
        new Door("file with an escape", text -> inFile("reprise.policies.a=\\u" + text)),
        new Door("file of YAML", text -> inFile("{" + text)),
        new Door("name of a file", text -> load(text + ".yaml")),
        new Door("name of no file", text -> load(text + ".properties")),
        new Door("mistake", text -> new SettingError(text, text, text).toString()));
  }

  private static List<String> list(String text) {
    return List.of(text);
  }

  private static Door properties(String key, String value) {
    return new Door(
        key + "=" + value,
        text -> refusal(Map.of(String.format(key, text), String.format(value, text))));
  }

  private static String refusal(Map<?, ?> properties) {
    String said = message(() -> RetryRegistry.of(properties));
    // A text of many settings has many mistakes: one on each line, at most a hundred.
    long lines = said.lines().count();
    assertTrue(lines <= 102, () -> lines + " lines");
    return said.lines().limit(2).reduce((headline, mistake) -> "\n" + mistake).orElse("");
  }

  private static String inFile(String content) {
    try {
      Path file = Files.writeString(folder.resolve("given.properties"), printable(content));
      String said = said(() -> load(file));
      return said.lines().limit(2).reduce((headline, mistake) -> mistake).orElse("");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** A file in UTF-8 cannot contain half of a surrogate pair. */
  private static String printable(String content) {
    return new String(content.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static String load(String name) {
    Path file;
    try {
      file = folder.resolve("no").resolve("a" + name.replace('/', '_'));
    } catch (InvalidPathException impossible) {
      return "";
    }
    return message(() -> load(file));
  }

  private static Object load(Path file) {
    try {
      return RetryRegistry.load(file);
    } catch (IOException refused) {
      throw new UncheckedIOException(String.valueOf(refused.getMessage()), refused);
    }
  }

  private static List<Door> calls() {
    List<Door> doors = new ArrayList<>();
    for (Case one : Case.values()) {
      doors.add(new Door("report of " + one, text -> one.run(text).toString()));
      doors.add(new Door("JSON of " + one, text -> json(one.run(text).report().toJson())));
      doors.add(
          new Door("wordless " + one, text -> one.run(text).report().withoutMessages().toString()));
      doors.add(new Door("stack trace of " + one, text -> note(one.run(text))));
      doors.add(new Door("events of " + one, text -> String.join("\n", one.events(text))));
      doors.add(new Door("log of " + one, text -> one.log(text, RetryListener.logging())));
      doors.add(
          new Door(
              "log in other words of " + one,
              text -> one.log(text, RetryListener.logging(failure -> "words " + text))));
      doors.add(new Door("explanation of " + one, text -> one.run(text).report().explanation()));
    }
    return doors;
  }

  /** Returns the note alone, without the line of the failure itself. */
  private static String note(RetryResult<?> result) {
    Throwable failure = new IOException();
    result.report().attachTo(failure);
    StringWriter trace = new StringWriter();
    failure.getSuppressed()[0].printStackTrace(new PrintWriter(trace));
    return trace.toString().replace("\t", "");
  }

  private static String json(String json) {
    assertTrue(JSON.matcher(json).matches(), () -> HostileText.start(json));
    return json;
  }

  /** A call that fails with a user's text in one place. */
  private enum Case {
    NAME {
      @Override
      RetryResult<?> run(String text, RetryListener listener) {
        return retry(listener).named(text).execute(() -> fail("down"));
      }
    },
    MESSAGE {
      @Override
      RetryResult<?> run(String text, RetryListener listener) {
        return retry(listener).execute(() -> fail(text));
      }
    },
    WORDS {
      @Override
      RetryResult<?> run(String text, RetryListener listener) {
        return retry(listener).describingFailures(failure -> text).execute(() -> fail("down"));
      }
    },
    KEY {
      @Override
      RetryResult<?> run(String text, RetryListener listener) {
        return retry(listener).on(new Named(text)).execute(() -> fail("down"));
      }
    },
    RESULT {
      @Override
      RetryResult<?> run(String text, RetryListener listener) {
        RetryPolicy policy = POLICY.toBuilder().retryOnResult(Object.class, result -> true).build();
        return retry(listener).withPolicy(policy).execute(() -> new Named(text));
      }
    },
    BUDGET {
      @Override
      RetryResult<?> run(String text, RetryListener listener) {
        return retry(listener).withBudget(new NamedBudget(text)).execute(() -> fail("down"));
      }
    },
    BUG {
      @Override
      RetryResult<?> run(String text, RetryListener listener) {
        RetryPolicy policy =
            POLICY.toBuilder()
                .retryIf(
                    failure -> {
                      throw new IllegalStateException(text);
                    })
                .build();
        return retry(listener).withPolicy(policy).execute(() -> fail("down"));
      }
    },
    RETRY_BELOW {
      @Override
      RetryResult<?> run(String text, RetryListener listener) {
        Retry below = retry(event -> {}).named(text);
        return retry(listener).execute(() -> below.call(() -> fail("down")));
      }
    };

    private static final RetryPolicy POLICY =
        RetryPolicy.builder().backoff(Backoff.none()).maxAttempts(2).build();

    abstract RetryResult<?> run(String text, RetryListener listener);

    RetryResult<?> run(String text) {
      return run(text, event -> {});
    }

    Retry retry(RetryListener listener) {
      return Retry.of(POLICY).withEnvironment(new FakeEnvironment()).withListener(listener);
    }

    List<String> events(String text) {
      List<RetryEvent> events = new ArrayList<>();
      run(text, RetryListener.forAllEvents(events::add));
      return events.stream().map(RetryEvent::toString).toList();
    }

    String log(String text, RetryListener listener) {
      try (LogCapture log = new LogCapture(Level.ALL)) {
        run(text, listener);
        return String.join("\n", log.lines());
      }
    }
  }

  private static String fail(String message) throws IOException {
    throw new IOException(message);
  }

  private static List<Door> values() {
    RetryEvent.Origin harmless = RetryEvent.Origin.of("orders");
    return List.of(
        new Door("name", text -> Retry.none().named(text).toString()),
        new Door("report", text -> reportOf(text).toString()),
        new Door("JSON", text -> json(reportOf(text).toJson())),
        new Door("record", text -> reportOf(text).records().get(0).toString()),
        new Door("failure", text -> FailureText.describe(new IOException(text))),
        new Door("origin", text -> new RetryEvent.Origin(text, text, f -> text).toString()),
        new Door(
            "first try",
            text -> new RetryEvent.FirstAttemptSucceeded(RetryEvent.Origin.of(text), 1).toString()),
        new Door(
            "started",
            text -> new RetryEvent.RetryStarted(RetryEvent.Origin.of(text), 1, 2).toString()),
        new Door(
            "attempt",
            text ->
                new RetryEvent.AttemptFinished(
                        harmless, 1, 1, 1, Outcome.returned(text), Decision.accept())
                    .toString()),
        new Door("returned", text -> Outcome.returned(text).toString()),
        new Door("threw", text -> Outcome.threw(new IOException(text)).toString()),
        new Door(
            "bug",
            text ->
                new Decision.GiveUp(
                        Verdict.abort(), StopReason.POLICY_FAILED, new IOException(text))
                    .toString()),
        new Door("decorated", text -> decorated(text).toString()));
  }

  private static Object decorated(String text) {
    return Retry.none()
        .decorateSupplier(
            new Supplier<String>() {
              @Override
              public String get() {
                return "";
              }

              @Override
              public String toString() {
                return text;
              }
            });
  }

  private static RetryReport reportOf(String text) {
    AttemptRecord record =
        new AttemptRecord(
            1,
            0,
            1,
            AttemptRecord.Ending.FAILED,
            text,
            FailureKind.TRANSIENT,
            AttemptRecord.Wait.of(1, WaitSource.BACKOFF),
            false);
    return new RetryReport(text, 2, StopReason.BUDGET, 1, List.of(record), 0, 0)
        .explained(3, 1, "the budget, " + text);
  }

  private static List<Door> refusals() {
    RetryPolicyBuilder policy = RetryPolicy.builder();
    ClassLoader loader = ForeignTextTest.class.getClassLoader();
    return List.of(
        new Door("condition", text -> message(() -> policy.retryIf("0" + text, f -> true))),
        new Door("backoff", text -> message(() -> Backoff.custom("/" + text, (p, v, n, r) -> 0))),
        new Door(
            "idempotency key", text -> message(() -> Retry.none().withIdempotencyKey("é" + text))),
        new Door("not decorated", text -> message(() -> Decorated.retryOf(new Named(text)))),
        new Door("method", text -> annotated("m" + text, "within", "fast", loader)),
        new Door("attribute", text -> annotated("m", "a" + text, "fast", loader)),
        new Door("value", text -> annotated("m", "within", "a" + text, loader)),
        new Door("policy", text -> annotated("m", "policy", "a" + text, loader)),
        new Door("name without source", text -> annotated("m", "name", text, loader)),
        new Door("unknown name", text -> unknown(text, loader)));
  }

  private static String annotated(String method, String attribute, String value, ClassLoader from) {
    return message(
        () -> RetryMethod.of(Retry.none(), null, method, Map.of(attribute, value), from));
  }

  private static String unknown(String text, ClassLoader loader) {
    RetrySource source =
        name -> {
          throw new IllegalArgumentException("nothing is named " + text);
        };
    return message(() -> RetryMethod.of(Retry.none(), source, "m", Map.of("name", text), loader));
  }

  private static String message(Supplier<?> refused) {
    String said = said(refused);
    assertFalse(said.equals(NOT_REFUSED), "nothing was refused");
    return said;
  }

  private static String said(Supplier<?> refused) {
    try {
      Objects.requireNonNull(refused.get());
      return NOT_REFUSED;
    } catch (IllegalArgumentException | UncheckedIOException expected) {
      return messageOf(expected);
    }
  }

  private static String messageOf(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  @ParameterizedTest
  @MethodSource("doors")
  void is_one_line_of_bounded_length_and_escaped(Door door) {
    assertPrintableThrough(door, HostileText.samples());
    assertPrintableThrough(door, HostileText.longSamples());
  }

  @Tag("proof")
  @ParameterizedTest
  @MethodSource("doors")
  void long_texts_are_printable_and_bounded(Door door) {
    assertPrintableThrough(door, HostileText.megabytes());
  }

  private static void assertPrintableThrough(Door door, List<String> texts) {
    String harmless = door.show().apply(HARMLESS);
    for (String text : texts) {
      assertPrintable(harmless, door.show().apply(text));
    }
  }

  @Test
  void is_escaped_in_flight_recordings() throws Exception {
    Recorded recorded =
        Recorded.during(
            () -> {
              for (String text : HostileText.samples()) {
                for (Case one : Case.values()) {
                  one.run(text);
                }
              }
            });

    Set<String> texts = new HashSet<>();
    for (RecordedEvent event : recorded.events) {
      event.getFields().stream()
          .map(field -> event.<Object>getValue(field.getName()))
          .filter(String.class::isInstance)
          .forEach(value -> texts.add((String) value));
    }
    assertTrue(texts.size() > 30, () -> texts.size() + " texts");
    texts.forEach(text -> assertPrintable("", text));
  }

  @Test
  void failures_that_are_described_show_a_secret_of_a_message_at_no_level() {
    String secret = "s3cret";
    try (LogCapture log = new LogCapture(Level.ALL)) {
      List<String> told = new ArrayList<>();
      Retry careful =
          Case.MESSAGE
              .retry(RetryListener.logging())
              .describingFailures(FailureText::describeWithoutMessage)
              .withListener(RetryListener.forAllEvents(event -> told.add(event.toString())));

      RetryResult<?> result = careful.execute(() -> fail(secret));

      assertTrue(log.lines().size() == 2 && log.lines().get(0).contains("java.io.IOException;"));
      assertFalse(String.join("\n", log.lines()).contains(secret), () -> log.lines().toString());
      assertFalse(String.join("\n", told).contains(secret), told::toString);
      assertFalse(result.toString().contains(secret), result::toString);
    }
  }

  private record Named(String text) {

    @Override
    public String toString() {
      return text;
    }
  }

  /** Refuses every retry. */
  private static final class NamedBudget implements RetryBudget {

    private final String text;

    NamedBudget(String text) {
      this.text = text;
    }

    @Override
    public boolean readsTicks() {
      return false;
    }

    @Override
    public void callStarted(long nowNanos) {}

    @Override
    public void firstAttemptSucceeded(long nowNanos) {}

    @Override
    public void firstAttemptFailed(long nowNanos) {}

    @Override
    public boolean tryAcquire(long nowNanos) {
      return false;
    }

    @Override
    public void permitReturned(boolean succeeded, long nowNanos) {}

    @Override
    public void callFinished(long nowNanos) {}

    @Override
    public RetryBudget newInstance() {
      return this;
    }

    @Override
    public boolean isFull(long nowNanos) {
      return true;
    }

    @Override
    public long retriesWhenFull() {
      return 0;
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
