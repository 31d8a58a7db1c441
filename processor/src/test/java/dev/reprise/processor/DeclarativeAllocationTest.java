package dev.reprise.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.reprise.Decorated;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.declared.Retryable;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Allocation of a successful first attempt, after earlier calls have failed. The generated class
 * allocates nothing; a proxy allocates exactly as much as a minimal proxy that only calls the
 * target by method handle.
 *
 * <p>The lowest of several rounds counts, because the virtual machine allocates once when it
 * compiles.
 */
class DeclarativeAllocationTest {

  private static final int CALLS = 20_000;
  private static final int ROUNDS = 12;
  private static final int FIRST_CALLS = 50;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Methods without and with arguments, with primitives, and without a result. */
  public interface Service {
    @Retryable
    String first() throws IOException;

    @Retryable(maxAttempts = 2)
    String find(String id, Object detail) throws IOException;

    @Retryable(policy = "maxAttempts=2 backoff=none")
    long add(long more, int much) throws IOException;

    @Retryable(name = "named")
    void touch(String id) throws IOException;

    @Retryable
    Object anything(String... ids) throws IOException;
  }

  /** The calls use large numbers, which are not in the cache of boxed values. */
  private static final class Target implements Service {
    private boolean down;

    private void up() throws IOException {
      if (down) {
        throw new IOException("down");
      }
    }

    @Override
    public String first() throws IOException {
      up();
      return "page";
    }

    @Override
    public String find(String id, Object detail) throws IOException {
      up();
      return id;
    }

    @Override
    public long add(long more, int much) throws IOException {
      up();
      return more + much;
    }

    @Override
    public void touch(String id) throws IOException {
      up();
    }

    @Override
    public Object anything(String... ids) throws IOException {
      up();
      return ids;
    }
  }

  private interface Call {
    Object of(Service service) throws IOException;
  }

  private record Named(String name, Call call) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final String[] IDS = {"7", "8"};

  static Stream<Named> calls() {
    return Stream.of(
        new Named("no argument", Service::first),
        new Named("two arguments", service -> service.find("7", IDS)),
        new Named("primitives", service -> service.add(1L << 40, 1 << 20) > 0 ? "more" : "less"),
        new Named(
            "nothing returned, policy by name",
            service -> {
              service.touch("7");
              return null;
            }),
        new Named("many arguments", service -> service.anything(IDS)));
  }

  private final Target target = new Target();
  private final Retry retry =
      Retry.of(RetryPolicy.builder().backoff(Backoff.none()).build()).named("service");

  @ParameterizedTest
  @MethodSource("calls")
  void the_generated_class_allocates_nothing(Named call) throws Exception {
    assertThat(measure(decorated(Decorator.GENERATED), call)).isZero();
  }

  @ParameterizedTest
  @MethodSource("calls")
  void the_proxy_allocates_as_much_as_a_minimal_proxy(Named call) throws Exception {
    assertThat(measure(decorated(Decorator.PROXY), call)).isEqualTo(measure(minimalProxy(), call));
  }

  @Test
  void a_view_with_another_policy_allocates_nothing() throws Exception {
    RetryPolicy patient = RetryPolicy.parse("maxAttempts=5 backoff=none");
    for (Named call : calls().toList()) {
      Service view = Decorated.withPolicy(decorated(Decorator.GENERATED), patient);
      assertThat(measure(view, call)).as(call.name()).isZero();
    }
  }

  private Service decorated(Decorator by) {
    return by.decorate(retry, name -> retry, Service.class, target);
  }

  /** Returns a minimal proxy. */
  private Service minimalProxy() throws IllegalAccessException {
    Map<Method, MethodHandle> handles = new HashMap<>();
    for (Method method : Service.class.getMethods()) {
      MethodHandle handle =
          MethodHandles.lookup()
              .unreflect(method)
              .asFixedArity()
              .bindTo(target)
              .asSpreader(Object[].class, method.getParameterCount())
              .asType(MethodType.methodType(Object.class, Object[].class));
      handles.put(method, handle);
    }
    InvocationHandler forward =
        (proxy, method, arguments) -> (Object) handles.get(method).invokeExact(arguments);
    return (Service)
        Proxy.newProxyInstance(
            Service.class.getClassLoader(), new Class<?>[] {Service.class}, forward);
  }

  private long measure(Service service, Named call) throws IOException {
    for (int i = 0; i < FIRST_CALLS; i++) {
      call.call().of(service);
      target.down = true;
      try {
        call.call().of(service);
      } catch (IOException expected) {
        target.down = false;
      }
    }
    long lowest = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      lowest = Math.min(lowest, allocated(service, call.call()));
    }
    return lowest;
  }

  private static long allocated(Service service, Call call) throws IOException {
    long self = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(self);
    for (int i = 0; i < CALLS; i++) {
      call.of(service);
    }
    return THREADS.getThreadAllocatedBytes(self) - before;
  }
}
