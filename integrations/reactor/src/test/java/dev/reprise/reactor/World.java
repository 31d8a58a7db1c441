package dev.reprise.reactor;

import dev.reprise.Retry;
import java.util.EnumSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import reactor.core.publisher.Flux;

/** A way to retry a source with this module. */
enum World {
  MONO {
    @Override
    <T> Flux<T> retried(ReactorRetry retry, Flux<T> source) {
      return retry.mono(source.singleOrEmpty()).flux();
    }
  },
  MONO_WITH {
    @Override
    <T> Flux<T> retried(ReactorRetry retry, Flux<T> source) {
      return retry.<T>monoWith(attempt -> source.singleOrEmpty()).flux();
    }
  },
  FLUX {
    @Override
    <T> Flux<T> retried(ReactorRetry retry, Flux<T> source) {
      return retry.flux(source);
    }
  },
  RESUBSCRIBING {
    @Override
    <T> Flux<T> retried(ReactorRetry retry, Flux<T> source) {
      return retry.resubscribingAfterItems().flux(source);
    }
  },
  RETRY_SPEC {
    @Override
    <T> Flux<T> retried(ReactorRetry retry, Flux<T> source) {
      return source.retryWhen(retry.retrySpec());
    }
  };

  /** Those whose attempts this module makes; Reactor makes those of the companion. */
  static final EnumSet<World> OPERATORS = EnumSet.complementOf(EnumSet.of(RETRY_SPEC));

  abstract <T> Flux<T> retried(ReactorRetry retry, Flux<T> source);

  <T> Flux<T> retried(Retry retry, Flux<T> source) {
    return retried(ReactorRetry.of(retry), source);
  }

  /** Returns a test for each world. */
  static Stream<DynamicTest> each(Iterable<World> worlds, Consumer<World> test) {
    Stream.Builder<DynamicTest> tests = Stream.builder();
    worlds.forEach(
        world -> tests.add(DynamicTest.dynamicTest(world.name(), () -> test.accept(world))));
    return tests.build();
  }
}
