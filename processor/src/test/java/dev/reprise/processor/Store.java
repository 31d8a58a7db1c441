package dev.reprise.processor;

import dev.reprise.declared.Retryable;
import java.io.IOException;

/** A generic interface to inherit; the subinterface sets the type. */
@Retryable(maxAttempts = 3)
public interface Store<T> {

  T load(T key) throws IOException;

  @Retryable(enabled = false)
  T peek(T key) throws IOException;

  default T loadTwice(T key) throws IOException {
    load(key);
    return load(key);
  }
}
