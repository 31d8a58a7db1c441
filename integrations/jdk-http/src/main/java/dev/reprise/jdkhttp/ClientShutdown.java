package dev.reprise.jdkhttp;

import dev.reprise.report.FailureText;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.http.HttpClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The methods that shut a client down. {@link HttpClient} has them since Java 21, and a subclass
 * may declare them before. A method that is missing has no effect.
 */
final class ClientShutdown {

  private final HttpClient client;
  private final @Nullable MethodHandle shutdown;
  private final @Nullable MethodHandle shutdownNow;
  private final @Nullable MethodHandle isTerminated;
  private final @Nullable MethodHandle awaitTermination;
  private final @Nullable MethodHandle close;

  ClientShutdown(HttpClient client) {
    this.client = client;
    shutdown = find("shutdown", MethodType.methodType(void.class));
    shutdownNow = find("shutdownNow", MethodType.methodType(void.class));
    isTerminated = find("isTerminated", MethodType.methodType(boolean.class));
    awaitTermination =
        find("awaitTermination", MethodType.methodType(boolean.class, Duration.class));
    close = find("close", MethodType.methodType(void.class));
  }

  private @Nullable MethodHandle find(String name, MethodType type) {
    MethodHandle declared = find(HttpClient.class, name, type);
    return declared != null ? declared : find(client.getClass(), name, type);
  }

  private @Nullable MethodHandle find(Class<?> in, String name, MethodType type) {
    try {
      return MethodHandles.publicLookup().findVirtual(in, name, type).bindTo(client);
    } catch (NoSuchMethodException | IllegalAccessException absent) {
      return null;
    }
  }

  void shutdown() {
    run(shutdown);
  }

  void shutdownNow() {
    run(shutdownNow);
  }

  void close() {
    run(close);
  }

  /** Also true if the client has no such method. */
  boolean isTerminated() {
    return isTerminated == null || Boolean.TRUE.equals(call(isTerminated));
  }

  boolean awaitTermination(Duration limit) throws InterruptedException {
    if (awaitTermination == null) {
      return true;
    }
    try {
      return (Boolean) awaitTermination.invokeWithArguments(limit);
    } catch (InterruptedException | RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable undeclared) {
      throw new IllegalStateException(FailureText.describe(undeclared), undeclared);
    }
  }

  private static void run(@Nullable MethodHandle method) {
    if (method != null) {
      Object unused = call(method);
    }
  }

  private static @Nullable Object call(MethodHandle method) {
    try {
      return method.invokeWithArguments();
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable undeclared) {
      throw new IllegalStateException(FailureText.describe(undeclared), undeclared);
    }
  }
}
