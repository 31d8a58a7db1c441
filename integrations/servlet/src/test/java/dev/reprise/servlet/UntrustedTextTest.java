package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.servlet.internal.scope.ScopeText;
import dev.reprise.testing.UntrustedText;
import dev.reprise.text.PrintableText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that names chosen by others add no lines to a log, a response or a message. */
final class UntrustedTextTest {

  private static final List<String> TEXTS =
      List.of(
          "a\r\nSet-Cookie: b",
          "\u001b[31m",
          "\u202Egpj.exe",
          "\u2028\u2029\u0085",
          "\u200b\ufeff",
          "\ud800",
          "\u010D\u010A",
          "\"}\\",
          "x".repeat(2_000_000));

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final List<Logger> loggers =
      List.of(Logger.getLogger("dev.reprise.servlet"), Logger.getLogger("dev.reprise.idempotency"));
  private final Handler handler = new Recording();

  /** Keeps the lines of the log, without traces. */
  private final class Recording extends Handler {

    @Override
    public void publish(LogRecord record) {
      lines.add(new SimpleFormatter().formatMessage(record));
      for (Throwable thrown = record.getThrown(); thrown != null; thrown = thrown.getCause()) {
        lines.add(String.valueOf(thrown.getMessage()));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void listen() {
    loggers.forEach(
        logger -> {
          logger.addHandler(handler);
          logger.setUseParentHandlers(false);
        });
  }

  @AfterEach
  void stopListening() {
    loggers.forEach(
        logger -> {
          logger.removeHandler(handler);
          logger.setUseParentHandlers(true);
        });
  }

  @Test
  void adds_no_line_to_the_log() throws Exception {
    for (String text : TEXTS) {
      IdempotencyScenarios.FailingStore store = new IdempotencyScenarios.FailingStore();
      store.failsToRecord = true;
      List<RawClient.Answer> unused =
          ask(
              IdempotentRequests.of(store)
                  .application("app " + text)
                  .scope(request -> text)
                  .principal(request -> text + "p"),
              "key");
    }
    assertThat(lines).hasSizeGreaterThanOrEqualTo(TEXTS.size());
    assertSafe(lines);
  }

  @Test
  void adds_no_line_to_a_response() throws Exception {
    List<String> answers = new ArrayList<>();
    for (String text : TEXTS) {
      String sent = text.length() > 1000 ? text.substring(0, 4000) : text.replaceAll("[\r\n]", "");
      RawClient.Answer answer =
          ask(
                  IdempotentRequests.of(new InMemoryIdempotencyStore())
                      .principal(request -> "p")
                      .describedAt(URI.create("https://docs.example/\u043a\u043b")),
                  "k" + sent)
              .get(0);
      if (answer.status().contains("400")) {
        assertThat(answer.header("link"))
            .isEqualTo("<https://docs.example/%D0%BA%D0%BB>; rel=\"describedby\"");
      }
      assertThat(answer.status()).as(sent).matches("HTTP/1.1 (200|400) .*");
      answers.add(answer.body());
      answers.add(String.valueOf(answer.headers()));
    }
    assertSafe(answers);
  }

  static Stream<Arguments> doors() {
    return Stream.of(
        door("name of a field", text -> answer().withHeader("a " + text, "b")),
        door("value of a field", text -> answer().withHeader("a", text + "\n")),
        door("field with a value", text -> answer().withHeader("a" + text, "\n")),
        door("type of a body", text -> answer().withBody(text + "\n", "b")),
        door("field of replays", text -> requests().replayField("a " + text)),
        door("address of problems", text -> requests().describedAt(withFragment(text))),
        door("methods", text -> requests().requireKeyFor("GET", text)),
        door("key", text -> IdempotencyKey.of("p", operation(text), "k").toString()));
  }

  private static Arguments door(String name, Function<String, ?> shows) {
    UnaryOperator<String> shown = text -> shown(() -> shows.apply(text));
    return Arguments.of(name, shown);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("doors")
  void adds_no_line_to_a_message(String name, UnaryOperator<String> shows) {
    assertThat(shows.apply("Xy")).isNotEmpty();
    UntrustedText.assertPrintable(shows);
  }

  /** The text that is printed for a value, or the message that refuses it. */
  private static String shown(Supplier<?> value) {
    try {
      return String.valueOf(value.get());
    } catch (IllegalArgumentException refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  private static RecordedResponse answer() {
    return RecordedResponse.of(200);
  }

  private static IdempotentRequests requests() {
    return IdempotentRequests.of(new InMemoryIdempotencyStore());
  }

  private static URI withFragment(String text) {
    try {
      return new URI("https", "docs.example", "/" + text, text);
    } catch (URISyntaxException unusable) {
      return URI.create("https://docs.example/#a");
    }
  }

  private static String operation(String text) {
    return ScopeText.operation("", "POST", text, "/");
  }

  private static List<RawClient.Answer> ask(IdempotentRequests requests, String... keys)
      throws Exception {
    List<RawClient.Answer> answers = new ArrayList<>();
    try (TestServer server =
        JdkTestServer.start(
            new IdempotencyHandlerFilter(requests)
                .around(JdkTestServer.calling(call -> call.respond(200, "next"))),
            false)) {
      for (String key : keys) {
        answers.add(
            RawClient.ask(
                server.address(), "POST", "/pay", "body", "Idempotency-Key: \"" + key + '"'));
      }
    }
    return answers;
  }

  private static void assertSafe(List<String> texts) {
    assertThat(texts)
        .allSatisfy(
            text -> {
              assertThat(text.length()).isLessThan(1_000);
              assertThat(text.codePoints().filter(PrintableText::isUnsafe).toArray()).isEmpty();
            });
  }
}
