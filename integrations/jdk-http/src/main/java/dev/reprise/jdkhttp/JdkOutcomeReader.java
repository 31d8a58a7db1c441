package dev.reprise.jdkhttp;

import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpOutcomeReader;
import dev.reprise.http.HttpResponseInfo;
import org.jspecify.annotations.Nullable;

/** Reads the outcomes of the JDK's client. */
enum JdkOutcomeReader implements HttpOutcomeReader {
  INSTANCE;

  @Override
  public @Nullable HttpResponseInfo response(Object result) {
    return result instanceof HeldResponse<?> response ? response.info() : null;
  }

  @Override
  public @Nullable HttpFault fault(Throwable failure) {
    return JdkFaults.of(failure);
  }
}
