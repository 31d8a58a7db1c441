package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class OneShotBodyGuardTest {

  private static final HttpRequestInfo PUT =
      new HttpRequestInfo("PUT", "https://example.com:443", null);
  private static final HttpRequestInfo POST =
      new HttpRequestInfo("POST", "https://example.com:443", null);

  private final VirtualTime time = VirtualTime.seeded(1);
  private final AtomicBoolean spent = new AtomicBoolean();

  @Test
  void a_body_that_was_not_started_can_be_sent_again() {
    Script script = new Script(time).breaks(HttpFault.CONNECT).answers(200);

    RetryResult<Object> result = script.run(planner().planOneShot(PUT, spent::get));

    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.stopReason()).isEqualTo(StopReason.SUCCEEDED);
  }

  @Test
  void a_started_body_allows_one_attempt_and_the_failure_has_a_note() {
    spent.set(true);
    Script script = new Script(time).breaks(HttpFault.CONNECTION_LOST);

    RetryResult<Object> result = script.run(planner().planOneShot(PUT, spent::get));

    assertThat(result.attempts()).isEqualTo(1);
    assertThat(result.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(result.failure()).matches(BodyNotRepeatable::isAddedTo);
    assertThat(result.failure().getSuppressed()[0])
        .hasMessage(
            "not retried: the body of this request can be sent only once, and was started;"
                + " use a body that can be read again, such as a byte array or a file");
  }

  @Test
  void a_body_that_a_later_attempt_starts_ends_the_call_after_this_attempt() {
    Script script =
        new Script(time).breaks(HttpFault.CONNECT).breaks(HttpFault.CONNECTION_LOST).answers(200);
    HttpPlan plan = planner().planOneShot(PUT, () -> script.exchanges().calls() >= 2);

    RetryResult<Object> result = script.run(plan);

    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.failure()).matches(BodyNotRepeatable::isAddedTo);
  }

  @Test
  void a_response_that_cannot_be_retried_is_returned_open() {
    spent.set(true);
    Script.Answer unavailable = Script.answer(503);

    RetryResult<Object> result =
        new Script(time).answers(unavailable).run(planner().planOneShot(PUT, spent::get));

    assertThat(result.attempts()).isEqualTo(1);
    assertThat(result.value()).isSameAs(unavailable);
    assertThat(unavailable.closed).isFalse();
  }

  @Test
  void a_failure_that_is_never_retried_has_no_note() {
    spent.set(true);

    RetryResult<Object> effectUnknown =
        new Script(time)
            .breaks(HttpFault.CONNECTION_LOST)
            .run(planner().planOneShot(POST, spent::get));
    RetryResult<Object> futile =
        new Script(time).breaks(HttpFault.CERTIFICATE).run(planner().planOneShot(PUT, spent::get));
    RetryResult<Object> once =
        new Script(time)
            .breaks(HttpFault.CONNECTION_LOST)
            .run(planner(policy().maxAttempts(1)).planOneShot(PUT, spent::get));
    RetryResult<Object> named =
        new Script(time)
            .breaks(HttpFault.CONNECTION_LOST)
            .run(planner(policy().abortOn(Script.Broken.class)).planOneShot(PUT, spent::get));

    assertThat(effectUnknown.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
    assertThat(List.of(effectUnknown, futile, once, named))
        .allSatisfy(result -> assertThat(BodyNotRepeatable.isAddedTo(result.failure())).isFalse());
  }

  @Test
  void a_failure_without_effect_is_explained_for_a_POST_too() {
    spent.set(true);

    RetryResult<Object> result =
        new Script(time)
            .breaks(HttpFault.REFUSED_STREAM)
            .run(planner().planOneShot(POST, spent::get));

    assertThat(result.failure()).matches(BodyNotRepeatable::isAddedTo);
  }

  @Test
  void a_classifier_of_the_user_cannot_send_a_started_body_again() {
    spent.set(true);
    RetryPolicyBuilder eager = policy().classifyWith("eager", outcome -> Verdict.retry());
    Script script = new Script(time).breaks(HttpFault.CERTIFICATE);

    RetryResult<Object> result = script.run(planner(eager).planOneShot(PUT, spent::get));

    assertThat(result.attempts()).isEqualTo(1);
    assertThat(result.failure()).matches(BodyNotRepeatable::isAddedTo);
  }

  @Test
  void a_condition_of_the_user_cannot_send_a_started_body_again() {
    spent.set(true);
    RetryPolicyBuilder poll =
        policy().retryOnResult(HttpResponseInfo.class, reply -> reply.status() == 202);
    Script script = new Script(time).answers(202);

    RetryResult<Object> result = script.run(planner(poll).planOneShot(PUT, spent::get));

    assertThat(result.attempts()).isEqualTo(1);
  }

  @Test
  void a_failure_that_is_thrown_again_has_a_single_note() {
    spent.set(true);
    HttpPlanner planner = planner();
    Script script = new Script(time).breaks(HttpFault.CONNECTION_LOST);

    script.run(planner.planOneShot(PUT, spent::get));
    RetryResult<Object> second = script.run(planner.planOneShot(PUT, spent::get));

    assertThat(second.failure().getSuppressed())
        .filteredOn(BodyNotRepeatable.class::isInstance)
        .hasSize(1);
  }

  @Test
  void sends_no_hedges() {
    RetryPolicyBuilder hedged =
        policy().idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(Duration.ofMillis(10)));

    HttpPlan plan = planner(hedged).planOneShot(PUT, spent::get);

    assertThat(plan.retry().policy().hedge()).isEmpty();
    assertThat(planner(hedged).plan(PUT).retry().policy().hedge()).isPresent();
  }

  @Test
  void logs_it_once_for_each_planner() {
    spent.set(true);
    HttpPlanner planner = planner();
    List<String> lines = new ArrayList<>();
    Logger logger = Logger.getLogger("dev.reprise.http");
    Handler handler = new Lines(lines);
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try {
      for (int call = 0; call < 3; call++) {
        new Script(time).answers(503).run(planner.planOneShot(PUT, spent::get));
      }
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }

    assertThat(lines)
        .containsExactly(
            "{0}: a request was not retried, because its body can be sent only once and was"
                + " started; this is logged only once for each client");
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder();
  }

  private static HttpPlanner planner() {
    return planner(policy());
  }

  private static HttpPlanner planner(RetryPolicyBuilder policy) {
    return HttpRetry.of(Retry.of(policy.build())).planner(Script.OUTCOMES);
  }

  private static final class Lines extends Handler {
    private final List<String> lines;

    Lines(List<String> lines) {
      this.lines = lines;
    }

    @Override
    public void publish(LogRecord line) {
      lines.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
