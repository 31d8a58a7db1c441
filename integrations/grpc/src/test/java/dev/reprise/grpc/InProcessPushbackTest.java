package dev.reprise.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicyBuilder;
import io.grpc.Channel;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Pushbacks, whatever decides on the status, and beside other attempts. */
class InProcessPushbackTest extends InProcessCalls {

  @Test
  void a_negative_pushback_ends_the_call_whatever_classifies_the_status() {
    script.add(pushesBack(Status.INTERNAL, "-1"));
    RetryPolicyBuilder byClass = policy().retryOn(StatusRuntimeException.class);
    GrpcRules passing = GrpcRules.standard().onCode(Status.Code.INTERNAL, Verdict.pass());
    failure(call(retried(GrpcRetry.of(retry(byClass)).withRules(passing))));
    assertThat(received).hasSize(1);
    received.clear();
    failure(call(retried(policy().classifyWith("own", outcome -> Verdict.retry()))));
    assertThat(received).hasSize(1);
  }

  @Test
  void a_pushback_delays_the_next_attempt_whatever_classifies_the_status() throws Exception {
    script.add(pushesBack(Status.INTERNAL, "700"));
    script.add(answers("done"));
    RetryPolicyBuilder byClass = policy().retryOn(StatusRuntimeException.class);
    GrpcRules passing = GrpcRules.standard().onCode(Status.Code.INTERNAL, Verdict.pass());
    assertThat(answer(call(retried(GrpcRetry.of(retry(byClass)).withRules(passing)))))
        .isEqualTo("done");
    assertThat(received.get(1).at()).isEqualTo(Duration.ofMillis(700));
    received.clear();
    Channel own =
        retried(
            policy()
                .classifyWith(
                    "own",
                    outcome ->
                        outcome.failureOrNull() == null ? Verdict.accept() : Verdict.retry()));
    assertThat(answer(call(own))).isEqualTo("done");
    assertThat(received.get(1).at()).isEqualTo(Duration.ofMillis(1_400));
  }

  /** gRFC A6: no further hedges are sent; those that were sent continue. */
  @Test
  void a_negative_pushback_of_a_hedged_attempt_lets_the_others_continue() throws Exception {
    List<ServerCall<String, String>> open = new ArrayList<>();
    script.add(open::add);
    Future<String> future = call(retried(hedged().maxAttempts(4)));
    time.advance(Duration.ofMillis(50));
    pushesBack(Status.UNAVAILABLE, "-1").answer(open.get(0));
    time.advance(Duration.ofMillis(200));
    assertThat(received).hasSize(2);
    answers("done").answer(open.get(1));
    assertThat(answer(future)).isEqualTo("done");
  }

  @Test
  void a_negative_pushback_of_a_hedged_attempt_ends_the_call_when_the_others_have_failed() {
    List<ServerCall<String, String>> open = new ArrayList<>();
    script.add(open::add);
    Future<String> future = call(retried(hedged().maxAttempts(4)));
    time.advance(Duration.ofMillis(50));
    pushesBack(Status.UNAVAILABLE, "-1").answer(open.get(0));
    fails(Status.UNAVAILABLE).answer(open.get(1));
    StatusRuntimeException failure = failure(future);
    assertThat(received).hasSize(2);
    assertThat(failure.getTrailers().get(ServerHint.PUSHBACK)).isEqualTo("-1");
    assertThat(report(failure).stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    received.clear();
    open.clear();
    future = call(retried(hedged().maxAttempts(4).attemptTimeout(Duration.ofSeconds(1))));
    time.advance(Duration.ofMillis(50));
    pushesBack(Status.UNAVAILABLE, "-1").answer(open.get(0));
    assertThat(report(failure(future)).stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(received).as("after the timeout of the other").hasSize(2);
    received.clear();
    open.clear();
    future = call(retried(hedged().maxAttempts(4)));
    time.advance(Duration.ofMillis(50));
    pushesBack(Status.UNAVAILABLE, "-1").answer(open.get(0));
    pushesBack(Status.UNAVAILABLE, "-1").answer(open.get(1));
    assertThat(report(failure(future)).stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(received).as("after two such answers").hasSize(2);
  }
}
