package dev.reprise.declared;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Return types by the time at which their work is done. Types are given by name: the annotation
 * processor has no classes, and most libraries named here are absent.
 */
final class ReturnTypes {

  private static final String STAGE = "java.util.concurrent.CompletionStage";
  private static final String FUTURE = "java.util.concurrent.CompletableFuture";

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
          "org.springframework.web.context.request.async.DeferredResult",
          "org.springframework.web.context.request.async.WebAsyncTask",
          "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
          "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody",
          "kotlinx.coroutines.Job",
          "kotlinx.coroutines.channels.ReceiveChannel",
          "kotlin.sequences.Sequence",
          "java.util.stream.BaseStream",
          "java.util.Iterator",
          "java.util.Spliterator",
          "java.util.Enumeration");

  /** Types that an adapter of ours retries, with its module. */
  private static final Map<String, String> MODULES =
      Map.of(
          "reactor.core.publisher.Mono", "reprise-reactor",
          "reactor.core.publisher.Flux", "reprise-reactor",
          "kotlinx.coroutines.flow.Flow", "reprise-kotlin");

  private static final String TAKE_OUT =
      ", or take the method out with @Retryable(enabled = false)";

  private ReturnTypes() {}

  /** Returns whether a method returns a stage. */
  static boolean isStage(String returnType) {
    return returnType.equals(STAGE) || returnType.equals(FUTURE);
  }

  /** Returns whether a method returns before its work is done, and not with a stage. */
  static boolean needsAdapter(List<String> parameters, String returnType, Predicate<String> isA) {
    return isSuspending(parameters) || (!isStage(returnType) && LATER.stream().anyMatch(isA));
  }

  /** Returns whether a method is a suspend function of Kotlin. */
  static boolean isSuspending(List<String> parameters) {
    return !parameters.isEmpty() && parameters.get(parameters.size() - 1).equals(CONTINUATION);
  }

  /** The reason why a method has no adapter. */
  static String noAdapter(String method, List<String> parameters, String returnType) {
    String module = module(parameters, returnType);
    return module == null
        ? lost(method, returnType)
        : kind(method, parameters, returnType)
            + ", which is retried only with "
            + module
            + " on the class path; add it"
            + TAKE_OUT;
  }

  /** The reason why generated code cannot retry a method. */
  static String notGenerated(String method, List<String> parameters, String returnType) {
    String module = module(parameters, returnType);
    return module == null
        ? lost(method, returnType)
        : kind(method, parameters, returnType)
            + ", which generated code cannot retry; create the decorator with RetryProxy, which"
            + " can, with "
            + module
            + " on the class path"
            + TAKE_OUT;
  }

  private static @Nullable String module(List<String> parameters, String returnType) {
    return isSuspending(parameters) ? "reprise-kotlin" : MODULES.get(returnType);
  }

  private static String kind(String method, List<String> parameters, String returnType) {
    return method
        + (isSuspending(parameters) ? " is a suspend function" : " returns " + returnType);
  }

  private static String lost(String method, String returnType) {
    return method
        + " returns "
        + returnType
        + ", which cannot be retried: what fails after the method has returned would be lost;"
        + " declare CompletionStage, CompletableFuture or a value"
        + TAKE_OUT;
  }
}
