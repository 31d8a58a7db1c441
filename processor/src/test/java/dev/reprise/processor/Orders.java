package dev.reprise.processor;

import dev.reprise.declared.Retryable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One method for each case that a decorator must handle. */
public interface Orders extends Store<String> {

  @Retryable(maxAttempts = 4)
  String find(String id) throws IOException;

  @Retryable(policy = "maxAttempts=2 backoff=none retryOn=java.io.IOException")
  void delete(String id, int version) throws IOException, InterruptedException;

  @Retryable(name = "counts")
  int count(long from, double... weights) throws IOException;

  @Retryable
  <T extends Comparable<? super T> & java.io.Serializable> T max(
      Class<T> type, List<? extends T> of) throws IOException;

  @Retryable(retryOnNull = true)
  Object anything() throws IOException;

  @Retryable(retryOnNull = true)
  void touch() throws IOException;

  @Retryable
  Optional<String[]> maybe(char retry, byte[]... value) throws IOException;

  @Retryable(maxAttempts = 5)
  CompletableFuture<String> place(String order);

  @Retryable
  CompletionStage<List<String>> status(String start);

  String region() throws IOException;

  default String twice(String id) throws IOException {
    return find(id) + find(id);
  }

  @Retryable(maxAttempts = 2)
  default void eventually(String id) throws IOException {
    region();
  }

  @Deprecated
  @Retryable
  long old(@Deprecated boolean flag) throws IOException;

  static String help() {
    return "help";
  }
}
