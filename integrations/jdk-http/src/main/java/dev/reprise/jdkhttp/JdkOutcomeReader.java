package dev.reprise.jdkhttp;

import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpOutcomeReader;
import dev.reprise.http.HttpResponseInfo;
import org.jspecify.annotations.Nullable;

/** How the JDK's client says what came of an exchange. */
enum JdkOutcomeReader implements HttpOutcomeReader {
  INSTANCE;

  @Override
  public @Nullable HttpResponseInfo reply(Object result) {
    return result instanceof HeldResponse<?> answer ? answer.reply() : null;
  }

  @Override
  public @Nullable HttpFault fault(Throwable failure) {
    return JdkFaults.of(failure);
  }
}
