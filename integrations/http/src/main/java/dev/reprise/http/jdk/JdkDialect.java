package dev.reprise.http.jdk;

import dev.reprise.http.HttpDialect;
import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpReply;
import org.jspecify.annotations.Nullable;

/** How the JDK's client says what came of an exchange. */
enum JdkDialect implements HttpDialect {
  INSTANCE;

  @Override
  public @Nullable HttpReply reply(Object result) {
    return result instanceof Answer<?> answer ? answer.reply() : null;
  }

  @Override
  public @Nullable HttpFault fault(Throwable failure) {
    return JdkFaults.of(failure);
  }
}
