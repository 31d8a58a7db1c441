package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * Tools of Reactor look through the operators of this library: {@code tap} with Micrometer takes
 * name and tags from the operators above it, and dumps show both sides of a subscription.
 */
class ScannableTest {

  private static final Retry PLAIN =
      Retry.of(RetryPolicy.builder().backoff(Backoff.none()).build());

  private static final Retry WITH_RESULTS =
      Retry.of(
          RetryPolicy.builder()
              .backoff(Backoff.none())
              .retryOnResult(String.class, "never"::equals)
              .build());

  private static Publisher<String> retried(String shape, Flux<String> source) {
    return switch (shape) {
      case "plain Mono" -> ReactorRetry.of(PLAIN).mono(source.next());
      case "Mono" -> ReactorRetry.of(WITH_RESULTS).mono(source.next());
      case "Flux" -> ReactorRetry.of(PLAIN).flux(source);
      default -> ReactorRetry.of(PLAIN).resubscribingAfterItems().flux(source);
    };
  }

  static Stream<String> shapes() {
    return Stream.of("plain Mono", "Mono", "Flux", "repeatable Flux");
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void name_and_tags_of_the_source_are_found_below_the_retries(String shape) {
    Flux<String> source = Flux.just("7").name("orders").tag("region", "north");
    Scannable retried = Scannable.from(retried(shape, source));
    assertThat(retried.isScanAvailable()).isTrue();
    assertThat(retried.name()).isEqualTo("orders");
    assertThat(retried.tags().map(tag -> tag.getT1() + "=" + tag.getT2()))
        .containsExactly("region=north");
    assertThat(retried.steps()).anyMatch(step -> step.startsWith("retried"));
  }

  /** Keeps its subscription and requests nothing. */
  private static final class Waiting extends BaseSubscriber<String> implements Scannable {

    private Subscription received;

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      received = subscription;
    }

    @Override
    public @Nullable Object scanUnsafe(Attr key) {
      return null;
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void a_subscription_shows_both_its_sides(String shape) {
    List<CoreSubscriber<?>> below = new ArrayList<>();
    Flux<String> source =
        new Flux<>() {
          @Override
          public void subscribe(CoreSubscriber<? super String> subscriber) {
            below.add(subscriber);
            subscriber.onSubscribe(Operators.emptySubscription());
          }
        };
    Waiting downstream = new Waiting();
    retried(shape, source).subscribe(downstream);

    Scannable attempt = Scannable.from(below.get(0));
    assertThat(attempt.isScanAvailable()).isTrue();
    assertThat(attempt.scan(Scannable.Attr.CANCELLED)).isFalse();
    Scannable call = Scannable.from(downstream.received);
    assertThat(call.actuals().anyMatch(each -> each == downstream)).isTrue();
    downstream.cancel();
    assertThat(call.scan(Scannable.Attr.CANCELLED)).isTrue();
  }
}
