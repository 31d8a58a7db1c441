package dev.reprise.processor;

import dev.reprise.declared.Retryable;
import java.io.IOException;

/** What is inherited, with a type that is known below. */
@Retryable(maxAttempts = 3)
public interface Base<T> {

  T load(T key) throws IOException;

  @Retryable(enabled = false)
  T peek(T key) throws IOException;

  default T loadTwice(T key) throws IOException {
    load(key);
    return load(key);
  }
}
