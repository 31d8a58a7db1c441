package dev.reprise.examples.driven;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryStep;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Attempt;
import dev.reprise.report.RetryReport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A consumer whose queue delivers a message again on request. Between two deliveries the message is
 * the queue's, and no thread waits. What is remembered of its attempts is lost with the process:
 * then they are counted anew.
 */
public final class QueueConsumer {

  private final Map<String, DrivenCall<Void>> calls = new ConcurrentHashMap<>();
  private final Retry retry;
  private final Queue queue;
  private final Handler handler;

  public QueueConsumer(Retry retry, Queue queue, Handler handler) {
    this.retry = retry;
    this.queue = queue;
    this.handler = handler;
  }

  /** Called by the queue for each delivery, the first one of a message and later ones. */
  public void deliver(Message message) {
    DrivenCall<Void> call = calls.computeIfAbsent(message.id(), id -> retry.driver().start());
    Attempt attempt = call.begin(call.step());
    RetryStep step = attempt == null ? call.step() : handle(message, call, attempt);
    if (!(step instanceof RetryStep.End end)) {
      queue.deliverAgain(message, step.delay());
    } else {
      calls.remove(message.id());
      if (end.stopReason() == StopReason.SUCCEEDED) {
        queue.acknowledge(message);
      } else {
        queue.bury(message, end.report());
      }
    }
  }

  private RetryStep handle(Message message, DrivenCall<Void> call, Attempt attempt) {
    try {
      handler.handle(message);
      return call.succeeded(attempt);
    } catch (Exception failure) {
      return call.failed(attempt, failure);
    }
  }

  /** The consumer goes away: its messages are delivered to others. */
  public void close() {
    calls.values().forEach(DrivenCall::close);
  }

  /** Decision about a message. */
  public interface Handler {

    /** Does it once. */
    void handle(Message message) throws Exception;
  }

  /** A queue, as far as its consumer sees it. */
  public interface Queue {

    /** The message was dealt with. */
    void acknowledge(Message message);

    /** The message comes back after a delay. */
    void deliverAgain(Message message, Duration delay);

    /** Nobody could deal with the message, and why. */
    void bury(Message message, RetryReport report);
  }

  /** A message. */
  public record Message(String id, String body) {}
}
