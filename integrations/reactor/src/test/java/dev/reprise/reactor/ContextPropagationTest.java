package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import io.micrometer.context.ContextRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;

/** Thread locals that Reactor restores by itself, with the library of Micrometer. */
class ContextPropagationTest {

  private static final ThreadLocal<String> USER = new ThreadLocal<>();

  @AfterEach
  void reset() {
    Hooks.disableAutomaticContextPropagation();
    ContextRegistry.getInstance().removeThreadLocalAccessor("user");
    USER.remove();
  }

  @TestFactory
  Stream<DynamicTest> each_attempt_and_the_subscriber_see_the_thread_locals() {
    ContextRegistry.getInstance()
        .registerThreadLocalAccessor("user", USER::get, USER::set, USER::remove);
    Retry retry =
        Retry.of(
                RetryPolicy.builder()
                    .maxAttempts(3)
                    .backoff(Backoff.fixed(Duration.ofMillis(1)))
                    .withoutTimeLimit()
                    .build())
            .withBudget(RetryBudget.unlimited());
    return World.each(
        EnumSet.allOf(World.class),
        world -> {
          Hooks.enableAutomaticContextPropagation();
          List<String> seen = new CopyOnWriteArrayList<>();
          Flux<String> source =
              Flux.defer(
                  () -> {
                    seen.add("attempt of " + USER.get());
                    return seen.size() < 3
                        ? Flux.error(new IOException("reset"))
                        : Flux.just("page");
                  });
          world
              .retried(retry, source)
              .doOnNext(page -> seen.add(page + " of " + USER.get()))
              .contextWrite(context -> context.put("user", "ann"))
              .blockLast();
          assertThat(seen)
              .containsExactly("attempt of ann", "attempt of ann", "attempt of ann", "page of ann");
        });
  }
}
