package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.UntrustedText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that texts of servers and failures are printed on one line, bounded and escaped. */
class UntrustedTextTest {

  private static final OkHttpClient PLAIN = new OkHttpClient();

  static Stream<Arguments> doors() {
    return Stream.of(
        door("reason phrase", text -> printed(get(), answering(text, "a"))),
        door("value of a field", text -> printed(get(), answering("Busy", "a" + text))),
        door("failure", text -> printed(get(), failing(text))),
        door("method", text -> printed(withMethod("a" + text), failing("down"))),
        door("host", text -> printed(to("a" + text), failing("down"))));
  }

  private static Arguments door(String name, UnaryOperator<String> shows) {
    return Arguments.of(name, shows);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("doors")
  void is_one_line_of_bounded_length_and_escaped(String name, UnaryOperator<String> shows) {
    assertThat(shows.apply("Xy")).isNotEmpty();
    UntrustedText.assertPrintable(shows);
  }

  private static Request get() {
    return new Request.Builder().url("http://orders.example/").build();
  }

  private static Request withMethod(String method) {
    return get().newBuilder().method(method, null).build();
  }

  /** The client itself refuses most hosts. */
  private static Request to(String host) {
    try {
      return new Request.Builder().url("http://" + host + "/").build();
    } catch (IllegalArgumentException refused) {
      return get();
    }
  }

  private static Interceptor answering(String reason, String retryAfter) {
    Headers headers = new Headers.Builder().addUnsafeNonAscii("Retry-After", retryAfter).build();
    return chain ->
        new Response.Builder()
            .request(chain.request())
            .protocol(Protocol.HTTP_1_1)
            .code(503)
            .message(reason)
            .headers(headers)
            .body(ResponseBody.create("", null))
            .build();
  }

  private static Interceptor failing(String text) {
    return chain -> {
      throw new IOException(text);
    };
  }

  /** The events of a call with two attempts, and its report. */
  private static String printed(Request request, Interceptor server) {
    List<String> printed = new ArrayList<>();
    RetryListener listener =
        RetryListener.forAllEvents(
            event -> {
              printed.add(event.toString());
              if (event instanceof RetryEvent.CallFinished call) {
                printed.add(call.report().toString());
              }
            });
    RetryPolicy policy = RetryPolicy.builder().maxAttempts(2).backoff(Backoff.none()).build();
    RetryInterceptor retrying =
        RetryInterceptor.of(HttpRetry.of(Retry.of(policy).withListener(listener)));
    OkHttpClient client =
        PLAIN.newBuilder().addInterceptor(retrying).addInterceptor(server).build();
    try (Response response = client.newCall(request).execute()) {
      printed.add("answered");
    } catch (IOException failure) {
      printed.add(failure.getClass().getName());
    }
    return String.join("\n", printed);
  }
}
