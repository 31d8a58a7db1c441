package dev.reprise.budget;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetAllocationTest {

  private static final int CALLS = 1_000_000;

  @ParameterizedTest
  @ValueSource(strings = {"standard", "unlimited", "none", "aws", "finagle", "grpc", "envoy"})
  void no_protocol_method_allocates(String text) throws ReflectiveOperationException {
    RetryBudget budget = RetryBudget.parse(text);
    makeCalls(budget);
    long before = allocatedBytes();
    makeCalls(budget);
    long allocated = allocatedBytes() - before;
    assertTrue(allocated < CALLS / 100, allocated + " bytes in " + CALLS + " calls");
  }

  /** By reflection: the module under test does not read the modules that know. */
  private static long allocatedBytes() throws ReflectiveOperationException {
    Object threads =
        Class.forName("java.lang.management.ManagementFactory")
            .getMethod("getThreadMXBean")
            .invoke(null);
    return (long)
        Class.forName("com.sun.management.ThreadMXBean")
            .getMethod("getThreadAllocatedBytes", long.class)
            .invoke(threads, Thread.currentThread().getId());
  }

  private static void makeCalls(RetryBudget budget) {
    for (int i = 0; i < CALLS; i++) {
      long tick = i * 100_000L;
      budget.callStarted(tick);
      if (i % 3 > 0) {
        budget.firstTrySucceeded(tick);
        continue;
      }
      budget.firstTryFailed(tick);
      if (budget.tryAcquire(tick)) {
        budget.permitReturned(i % 2 == 0, tick);
      }
      budget.callFinished(tick);
      budget.isFull(tick);
    }
  }
}
