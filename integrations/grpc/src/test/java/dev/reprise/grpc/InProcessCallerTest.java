package dev.reprise.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.RetryPolicyBuilder;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the caller of a unary call may do, as with a call of grpc itself. */
class InProcessCallerTest extends InProcessCalls {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_attributes_are_those_of_the_delivered_attempt(boolean streaming) {
    List<String> seen = new ArrayList<>();
    script.add(fails(Status.UNAVAILABLE));
    script.add(answers("done"));
    script.add(fails(Status.INTERNAL));
    MethodDescriptor<String, String> method = streaming ? LIST : CALL;
    ClientCall<String, String> first = withAttributes(policy(), method, seen);
    assertThat(first.getAttributes()).as("between attempts").isNotNull();
    time.runUntilIdle();
    withAttributes(policy(), method, seen);
    time.runUntilIdle();
    script.add(hangs());
    withAttributes(policy().maxAttempts(1).attemptTimeout(Duration.ofSeconds(1)), method, seen);
    time.runUntilIdle();
    withAttributes(policy(), method, seen).cancel("not needed", null);
    time.runUntilIdle();
    assertThat(seen)
        .containsExactly(
            "headers: " + name,
            "OK: " + name,
            "INTERNAL: " + name,
            "DEADLINE_EXCEEDED: " + name,
            "CANCELLED: " + name);
  }

  private ClientCall<String, String> withAttributes(
      RetryPolicyBuilder policy, MethodDescriptor<String, String> method, List<String> seen) {
    ClientCall<String, String> call = retried(policy).newCall(method, CallOptions.DEFAULT);
    assertThat(call.getAttributes()).isEqualTo(Attributes.EMPTY);
    call.start(
        new ClientCall.Listener<>() {
          private void add(String callback) {
            seen.add(callback + ": " + call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
          }

          @Override
          public void onHeaders(Metadata headers) {
            add("headers");
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            add(status.getCode().name());
          }
        },
        new Metadata());
    call.request(2);
    call.sendMessage("request");
    call.halfClose();
    return call;
  }

  /** A unary call whose caller has requested nothing. */
  private ClientCall<String, String> unrequested(CallOptions options, List<String> seen) {
    return started(retried(policy()).newCall(CALL, options), seen, () -> seen.add("headers"));
  }

  /** Starts a unary call, whose messages and status are recorded, and sends its request. */
  private static ClientCall<String, String> started(
      ClientCall<String, String> call, List<String> seen, Runnable onHeaders) {
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onHeaders(Metadata headers) {
            onHeaders.run();
          }

          @Override
          public void onMessage(String message) {
            seen.add(message);
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            seen.add(status.getCode().name());
          }
        },
        new Metadata());
    call.sendMessage("request");
    call.halfClose();
    return call;
  }

  @Test
  void the_response_of_a_unary_call_is_held_until_it_is_requested() {
    script.add(answers("done"));
    List<String> seen = new ArrayList<>();
    ClientCall<String, String> call = unrequested(CallOptions.DEFAULT, seen);
    time.runUntilIdle();
    assertThat(seen).containsExactly("headers");
    call.request(1);
    time.runUntilIdle();
    assertThat(seen).containsExactly("headers", "done", "OK");
  }

  @Test
  void a_unary_caller_may_request_in_onHeaders() {
    script.add(fails(Status.UNAVAILABLE));
    script.add(answers("done"));
    List<String> seen = new ArrayList<>();
    ClientCall<String, String> call =
        retried(policy().attemptTimeout(Duration.ofHours(1))).newCall(CALL, CallOptions.DEFAULT);
    ClientCall<String, String> unused = started(call, seen, () -> call.request(2));
    time.runUntilIdle();
    assertThat(seen).containsExactly("done", "OK");
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void a_unary_caller_that_requests_nothing_may_leave() throws Exception {
    script.add(answers("done"));
    List<String> seen = new ArrayList<>();
    unrequested(CallOptions.DEFAULT, seen).cancel("not needed", null);
    time.runUntilIdle();
    assertThat(seen).containsExactly("headers", "CANCELLED");
    seen.clear();
    Context.CancellableContext context = Context.current().withCancellation();
    context.call(() -> unrequested(CallOptions.DEFAULT, seen));
    context.cancel(new IOException("the request of the caller has ended"));
    time.runUntilIdle();
    assertThat(seen).containsExactly("headers", "CANCELLED");
    seen.clear();
    unrequested(CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.HOURS), seen);
    time.advance(Duration.ofHours(1));
    assertThat(seen).containsExactly("headers", "DEADLINE_EXCEEDED");
  }
}
