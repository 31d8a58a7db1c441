package dev.reprise.testing.contract;

import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallShape;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Runs single scenarios of the contract with every shape. It is loaded again for each planted
 * defect, so its interface uses only types of the JDK.
 */
public final class ContractRun
    implements Function<String, @Nullable Throwable>, Supplier<List<String>> {

  private final TreeMap<String, Method> scenarios = new TreeMap<>();

  /** Creates a run of all scenarios. */
  public ContractRun() {
    for (Class<?> area : RetryDriverContract.class.getDeclaredClasses()) {
      Arrays.stream(area.getSuperclass().getDeclaredMethods())
          .filter(method -> method.isAnnotationPresent(Test.class))
          .forEach(method -> scenarios.put(method.getName(), method));
    }
  }

  /** The names of the scenarios. */
  @Override
  public List<String> get() {
    return new ArrayList<>(scenarios.keySet());
  }

  /** Runs a scenario. Returns null if it passes, otherwise its exception. */
  @Override
  public @Nullable Throwable apply(String name) {
    Method scenario = scenarios.get(name);
    if (scenario == null) {
      throw new IllegalArgumentException("no scenario of the contract is called " + name);
    }
    try {
      scenario.invoke(area(scenario.getDeclaringClass()));
      return Thread.interrupted() ? new AssertionError("the thread is still interrupted") : null;
    } catch (InvocationTargetException failed) {
      return failed.getCause();
    } catch (ReflectiveOperationException changed) {
      throw new IllegalStateException(changed);
    } finally {
      Thread.interrupted(); // a broken driver may not clear it
    }
  }

  private static Object area(Class<?> type) throws ReflectiveOperationException {
    Constructor<?> constructor = type.getDeclaredConstructor(ScenarioRunner.class);
    return constructor.newInstance(
        new ScenarioRunner(CallShape.all(), () -> VirtualTime.seeded(1)));
  }
}
