package dev.reprise.verification.benchmarks;

import dev.reprise.Retry;
import dev.reprise.RetryPolicy;
import dev.reprise.RetryProxy;
import dev.reprise.Retryable;
import dev.reprise.budget.RetryBudget;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A call through a decorated interface whose first attempt succeeds: a bare proxy that forwards by
 * method handle, ours, and the generated class, without deadline and budget, so that nobody reads
 * the clock.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(3)
@Warmup(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 200, time = 20, timeUnit = TimeUnit.MILLISECONDS)
public class DeclarativeBenchmark {

  private final Values target = new FixedValues();

  private final Retry retry =
      Retry.of(RetryPolicy.builder().forever().build()).withBudget(RetryBudget.unlimited());

  private final Values bare = bareProxy(target);
  private final Values proxy = RetryProxy.of(retry, Values.class, target);
  private final Values generated = DeclarativeBenchmark_ValuesRetry.of(retry, target);

  /** The target itself, behind its interface. */
  @Benchmark
  public String direct() {
    return target.value("key");
  }

  /** The least that a proxy can do. */
  @Benchmark
  public String bareProxy() {
    return bare.value("key");
  }

  /** {@link RetryProxy}. */
  @Benchmark
  public String retryProxy() {
    return proxy.value("key");
  }

  /** What the annotation processor writes. */
  @Benchmark
  public String generated() {
    return generated.value("key");
  }

  private static Values bareProxy(Values target) {
    try {
      Method value = Values.class.getMethod("value", String.class);
      MethodHandle handle =
          MethodHandles.publicLookup()
              .unreflect(value)
              .bindTo(target)
              .asSpreader(Object[].class, 1)
              .asType(MethodType.methodType(Object.class, Object[].class));
      Map<Method, MethodHandle> handles = Map.of(value, handle);
      InvocationHandler forward =
          (proxy, method, arguments) -> {
            MethodHandle found = Objects.requireNonNull(handles.get(method));
            return (Object) found.invokeExact(arguments);
          };
      return (Values)
          Proxy.newProxyInstance(
              Values.class.getClassLoader(), new Class<?>[] {Values.class}, forward);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError("the interface is public", impossible);
    }
  }

  /** What is decorated. */
  public interface Values {

    /**
     * Looks a value up.
     *
     * @param key where
     * @return the value
     */
    @Retryable
    String value(String key);
  }

  private static final class FixedValues implements Values {

    private final String[] values = {"a", "b", "c", "d"};
    private int next;

    @Override
    public String value(String key) {
      next = next + 1 & 3;
      return values[next];
    }
  }
}
