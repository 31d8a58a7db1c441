package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Classifier;
import dev.reprise.context.CallContext;
import dev.reprise.declared.RetryProxy;
import dev.reprise.event.RetryListener;
import dev.reprise.function.AttemptOperation;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.registry.RetryRegistry;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverloadsTest {

  private static boolean isFunction(Class<?> type) {
    return type.isInterface()
        && Stream.of(type.getMethods()).filter(m -> Modifier.isAbstract(m.getModifiers())).count()
            == 1;
  }

  /** Pairs of function types that a lambda could both match. */
  private static boolean clash(Method one, Method other) {
    Class<?>[] mine = one.getParameterTypes();
    Class<?>[] theirs = other.getParameterTypes();
    if (!one.getName().equals(other.getName()) || mine.length != theirs.length) {
      return false;
    }
    for (int i = 0; i < mine.length; i++) {
      if (mine[i] != theirs[i] && isFunction(mine[i]) && isFunction(theirs[i])) {
        return true;
      }
    }
    return false;
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Retry.class,
        RetryCall.class,
        RetryResult.class,
        RetryPolicy.class,
        RetryPolicyBuilder.class,
        RetryProxy.class,
        AttemptOperation.class,
        Decorated.class,
        CallContext.class,
        Backoff.class,
        Classifier.class,
        Hedge.class,
        RetryListener.class,
        RetryRegistry.class
      })
  @DisplayName("trap 40: no two methods of a name take different functions in the same place")
  void no_two_methods_of_a_name_take_different_functions_in_the_same_place(Class<?> type) {
    List<Method> methods =
        Arrays.stream(type.getMethods()).filter(method -> !method.isBridge()).toList();
    List<String> clashes = new ArrayList<>();
    for (Method one : methods) {
      methods.stream()
          .filter(other -> clash(one, other))
          .map(Method::toString)
          .forEach(clashes::add);
    }
    assertEquals(List.of(), clashes);
  }

  /** The test is that these lines compile. */
  @Test
  @DisplayName("trap 40: method references need no casts, be they of stages or values")
  void method_references_need_no_casts() throws Exception {
    Retry retry = Retry.none();
    Supplier<CompletableFuture<String>> stages = retry.decorateAsync(this::stage);
    assertEquals("page", retry.call(this::page));
    assertEquals("page", retry.callOrElse(this::page, failed -> "cached"));
    assertEquals("page", retry.callOrElse(this::page, Backup.ofStage(this::stage)));
    assertEquals(
        "page", retry.callWith(AttemptOperation.of(this::page).fromAttempt(2, this::page)));
    assertEquals("page", retry.callAsync(this::stage).get());
    assertEquals("page", retry.callAsyncOrElse(this::stage, failed -> "cached").get());
    assertEquals("page", retry.callAsyncOrElse(this::stage, Backup.ofStage(this::stage)).get());
    Retry onThis = retry.withExecutor(Runnable::run);
    assertEquals("page", onThis.callOrElse(this::page, Backup.of(this::page)));
    assertEquals("page", retry.callAsync(this::page, Runnable::run).get());
    assertEquals("page", stages.get().get());
  }

  private String page() {
    return "page";
  }

  private CompletableFuture<String> stage() {
    return CompletableFuture.completedFuture("page");
  }
}
