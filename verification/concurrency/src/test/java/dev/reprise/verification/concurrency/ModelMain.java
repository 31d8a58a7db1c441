package dev.reprise.verification.concurrency;

import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Runs {@link Models} in the model checker, which switches threads at accesses to shared memory.
 * Prints a line for each, {@code holds} or {@code fails} and its name; before a failure, the
 * interleaving.
 */
public final class ModelMain {

  static final String HOLDS = "holds";
  static final String FAILS = "fails";

  /**
   * The checker limits the time of an interleaving to some seconds, which may be too short on a
   * busy machine.
   */
  private static final String HUNG = "has hung";

  private static final int ATTEMPTS = 3;
  private static final int INTERLEAVINGS = 300;
  private static final int SCENARIOS = 20;
  private static final int INTERLEAVINGS_OF_EACH = 50;

  private ModelMain() {}

  /**
   * Checks the named models.
   *
   * @param names of models
   */
  public static void main(String[] names) {
    int status = 1;
    try {
      for (String name : names) {
        long start = System.nanoTime();
        String verdict = holds(name) ? HOLDS : FAILS;
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        System.out.println(verdict + " " + name + " after " + millis + " ms");
      }
      status = 0;
    } catch (Throwable bug) {
      bug.printStackTrace(System.out);
    }
    System.exit(status); // the checker does not end its threads
  }

  private static boolean holds(String name) throws ReflectiveOperationException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        check(name);
        return true;
      } catch (AssertionError failure) {
        System.out.println(failure.getMessage());
        if (!String.valueOf(failure.getMessage()).contains(HUNG)) {
          return false;
        }
      }
    }
    return false;
  }

  private static void check(String name) throws ReflectiveOperationException {
    Class<?> model = Models.LINEARIZABLE.get(name);
    if (model == null) {
      Lincheck.runConcurrentTest(INTERLEAVINGS, sample(name));
    } else {
      linearizable().check(model);
    }
  }

  private static Runnable sample(String test) throws ReflectiveOperationException {
    Class<?> sample = Class.forName(Samples.className(test));
    return (Runnable) sample.getMethod("whole").invoke(null);
  }

  private static ModelCheckingOptions linearizable() {
    return new ModelCheckingOptions()
        .iterations(SCENARIOS)
        .invocationsPerIteration(INTERLEAVINGS_OF_EACH)
        .actorsBefore(0)
        .actorsPerThread(2)
        .actorsAfter(2);
  }
}
