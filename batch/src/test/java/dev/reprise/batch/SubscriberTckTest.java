package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.SubscriberPuppet;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.WhiteboxSubscriberProbe;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;

/** Verifies the subscriber of a sender with the Reactive Streams TCK. */
@Timeout(120)
class SubscriberTckTest {

  private static final String PUBLISHER = "a rule for publishers";
  private static final String OWN_TEST = "in SenderSubscriberTest";
  private static final String INTERNAL = "cannot be seen in the signals";
  private static final String WHITE_BOX = "verified with the sender in view";

  /** The rules that the TCK skips, by parts of the names of their tests, and why. */
  private static final Map<String, String> SKIPPED =
      Map.ofEntries(
          Map.entry("spec202_", "a recommendation about slow onNext"),
          Map.entry("spec204_", INTERNAL),
          Map.entry("spec206_", OWN_TEST),
          Map.entry("spec207_", OWN_TEST),
          Map.entry("spec208_blackbox_", WHITE_BOX),
          Map.entry("spec211_", INTERNAL),
          Map.entry("spec212_", PUBLISHER),
          Map.entry("spec213_failing", OWN_TEST),
          Map.entry("spec213_blackbox_failing", OWN_TEST),
          Map.entry("spec301_", INTERNAL),
          Map.entry("spec308_blackbox_", WHITE_BOX),
          Map.entry("spec310_", OWN_TEST),
          Map.entry("spec311_", OWN_TEST),
          Map.entry("spec314_", PUBLISHER),
          Map.entry("spec315_", PUBLISHER),
          Map.entry("spec316_", OWN_TEST));

  private final Queue<BatchSender<Integer>> senders = new ConcurrentLinkedQueue<>();

  /** A sender with one call at a time, so that items arrive in the order of the publisher. */
  private BatchSender<Integer> sender(Consumer<Integer> arrived) {
    BatchSender<Integer> sender =
        Batch.of(
                RetryPolicy.none(),
                (List<Integer> chunk) -> {
                  chunk.forEach(arrived);
                  return BatchReply.<Integer>allDone();
                })
            .chunkSize(4)
            .parallelism(1)
            .linger(Duration.ZERO)
            .sender();
    senders.add(sender);
    return sender;
  }

  @AfterEach
  void cancel_senders_that_did_not_end() {
    senders.forEach(BatchSender::cancel);
    senders.forEach(BatchSender::close);
  }

  static List<String> blackBoxRules() {
    return SubscriberRules.of(BlackBox.class);
  }

  static List<String> whiteBoxRules() {
    return SubscriberRules.of(WhiteBox.class);
  }

  @ParameterizedTest
  @MethodSource("blackBoxRules")
  void the_subscriber_keeps_every_rule_that_can_be_seen_from_outside(String rule) throws Throwable {
    BlackBox verification = new BlackBox(() -> sender(item -> {}).subscriber());

    assertThat(SubscriberRules.verify(verification, rule)).isEqualTo(isVerified(rule));
  }

  @ParameterizedTest
  @MethodSource("whiteBoxRules")
  void the_subscriber_keeps_every_rule_about_the_items_that_arrive(String rule) throws Throwable {
    WhiteBox verification =
        new WhiteBox(
            SubscriberRules.patient(), probe -> subscriber(probe, subscriber -> subscriber));

    assertThat(SubscriberRules.verify(verification, rule)).isEqualTo(isVerified(rule));
  }

  private static boolean isVerified(String rule) {
    return SKIPPED.keySet().stream().noneMatch(rule::contains);
  }

  @Test
  void each_skipped_rule_is_a_rule_of_the_tck() {
    List<String> rules = Stream.concat(blackBoxRules().stream(), whiteBoxRules().stream()).toList();

    assertThat(SKIPPED.keySet())
        .allMatch(skipped -> rules.stream().anyMatch(rule -> rule.contains(skipped)));
  }

  @Test
  void the_tck_finds_a_subscriber_that_keeps_a_second_subscription() {
    WhiteBox verification =
        new WhiteBox(SubscriberRules.impatient(), probe -> subscriber(probe, OneSubscription::new));

    assertThatThrownBy(
            () ->
                SubscriberRules.verify(
                    verification,
                    "required_spec205_mustCallSubscriptionCancelIfItAlreadyHasAnSubscriptionAndReceivesAnotherOnSubscribeSignal"))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void the_tck_finds_a_subscriber_that_accepts_null() {
    BlackBox verification = new BlackBox(() -> new AcceptsNull(sender(item -> {}).subscriber()));

    assertThatThrownBy(
            () ->
                SubscriberRules.verify(
                    verification,
                    "required_spec213_blackbox_onNext_mustThrowNullPointerExceptionWhenParametersAreNull"))
        .isInstanceOf(AssertionError.class);
  }

  /**
   * Returns a subscriber whose probe sees what the sender does with the signals: an item when the
   * operation gets it, and the end when the report has it.
   */
  private Flow.Subscriber<Integer> subscriber(
      WhiteboxSubscriberProbe<Integer> probe, UnaryOperator<Flow.Subscriber<Integer>> changed) {
    BatchSender<Integer> sender = sender(probe::registerOnNext);
    sender.report().thenAccept(report -> registerEnd(report, probe));
    return new Probed(sender, changed.apply(sender.subscriber()), probe);
  }

  private static void registerEnd(
      BatchReport<Integer> report, WhiteboxSubscriberProbe<Integer> probe) {
    report.sourceFailure().ifPresent(probe::registerOnError);
    if (report.sourceExhausted()) {
      probe.registerOnComplete();
    }
  }

  /** What can be seen at the signals of the subscriber alone. */
  public static final class BlackBox extends FlowSubscriberBlackboxVerification<Integer> {

    private final Supplier<Flow.Subscriber<Integer>> subscribers;

    BlackBox(Supplier<Flow.Subscriber<Integer>> subscribers) {
      super(SubscriberRules.patient());
      this.subscribers = subscribers;
    }

    @Override
    public Flow.Subscriber<Integer> createFlowSubscriber() {
      return subscribers.get();
    }

    @Override
    public Integer createElement(int element) {
      return element;
    }
  }

  /** What can be seen at the sender as well. */
  public static final class WhiteBox extends FlowSubscriberWhiteboxVerification<Integer> {

    /** Creates a subscriber for a probe. */
    private interface Subscribers {
      Flow.Subscriber<Integer> create(WhiteboxSubscriberProbe<Integer> probe);
    }

    private final Subscribers subscribers;

    WhiteBox(TestEnvironment environment, Subscribers subscribers) {
      super(environment);
      this.subscribers = subscribers;
    }

    @Override
    protected Flow.Subscriber<Integer> createFlowSubscriber(
        WhiteboxSubscriberProbe<Integer> probe) {
      return subscribers.create(probe);
    }

    @Override
    public Integer createElement(int element) {
      return element;
    }
  }

  /** Passes all signals on. */
  private static class Passing implements Flow.Subscriber<Integer> {

    private final Flow.Subscriber<Integer> to;

    Passing(Flow.Subscriber<Integer> to) {
      this.to = to;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      to.onSubscribe(subscription);
    }

    @Override
    public void onNext(Integer item) {
      to.onNext(item);
    }

    @Override
    public void onError(Throwable failure) {
      to.onError(failure);
    }

    @Override
    public void onComplete() {
      to.onComplete();
    }
  }

  /** The subscriber requests by itself, and cancels if its sender is cancelled. */
  private static final class Probed extends Passing implements SubscriberPuppet {

    private final BatchSender<Integer> sender;
    private final WhiteboxSubscriberProbe<Integer> probe;
    private boolean subscribed;

    Probed(
        BatchSender<Integer> sender,
        Flow.Subscriber<Integer> to,
        WhiteboxSubscriberProbe<Integer> probe) {
      super(to);
      this.sender = sender;
      this.probe = probe;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      super.onSubscribe(subscription);
      if (!subscribed) {
        subscribed = true;
        probe.registerOnSubscribe(this);
      }
    }

    @Override
    public void triggerRequest(long elements) {}

    @Override
    public void signalCancel() {
      sender.cancel();
    }
  }

  /** Defective: ignores a second subscription. */
  private static final class OneSubscription extends Passing {

    private Flow.@Nullable Subscription subscription;

    OneSubscription(Flow.Subscriber<Integer> to) {
      super(to);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      if (subscription == null) {
        subscription = given;
        super.onSubscribe(given);
      }
    }
  }

  /** Defective: ignores null. */
  private static final class AcceptsNull extends Passing {

    AcceptsNull(Flow.Subscriber<Integer> to) {
      super(to);
    }

    @Override
    public void onNext(Integer item) {
      if (item != null) {
        super.onNext(item);
      }
    }
  }
}
