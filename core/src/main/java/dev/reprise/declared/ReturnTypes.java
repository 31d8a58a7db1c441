package dev.reprise.declared;

import java.util.List;
import java.util.function.Predicate;

/**
 * Return types by the time at which their work is done. Types are given by name: the annotation
 * processor has no classes, and most libraries named here are absent.
 */
final class ReturnTypes {

  private static final String STAGE = "java.util.concurrent.CompletionStage";
  private static final String FUTURE = "java.util.concurrent.CompletableFuture";

  private static final String REACTOR = "reactor.";
  private static final String INSTEAD_OF_REACTOR =
      "; within the method, Mono.fromFuture(() -> retry.callAsync(...)) retries with Reprise";

  /** Parameter that Kotlin adds to a suspend function. */
  private static final String CONTINUATION = "kotlin.coroutines.Continuation";

  /** Types whose work is done after the method has returned, invisible to a retry. */
  private static final List<String> LATER =
      List.of(
          STAGE,
          "java.util.concurrent.Future",
          "java.util.concurrent.Flow$Publisher",
          "org.reactivestreams.Publisher",
          "io.reactivex.rxjava3.core.ObservableSource",
          "io.reactivex.rxjava3.core.SingleSource",
          "io.reactivex.rxjava3.core.MaybeSource",
          "io.reactivex.rxjava3.core.CompletableSource",
          "io.smallrye.mutiny.Uni",
          "io.vertx.core.Future",
          "scala.concurrent.Future",
          "kotlinx.coroutines.flow.Flow",
          "java.util.stream.BaseStream",
          "java.util.Iterator",
          "java.util.Spliterator",
          "java.util.Enumeration");

  private ReturnTypes() {}

  static void checkNotSuspending(String method, List<String> parameters) {
    if (parameters.contains(CONTINUATION)) {
      throw new IllegalArgumentException(
          method
              + " is a suspend function, which cannot be retried: it returns before it is over;"
              + " declare CompletionStage, CompletableFuture or a value, or take it out with"
              + " @Retryable(enabled = false)");
    }
  }

  static boolean isAsynchronous(String method, String returnType, Predicate<String> isA) {
    if (returnType.equals(STAGE) || returnType.equals(FUTURE)) {
      return true;
    }
    for (String later : LATER) {
      if (isA.test(later)) {
        throw new IllegalArgumentException(
            method
                + " returns "
                + returnType
                + ", which cannot be retried: what fails after the method has returned would be"
                + " lost; declare CompletionStage, CompletableFuture or a value, or take the method"
                + " out with @Retryable(enabled = false)"
                + (returnType.startsWith(REACTOR) ? INSTEAD_OF_REACTOR : ""));
      }
    }
    return false;
  }
}
