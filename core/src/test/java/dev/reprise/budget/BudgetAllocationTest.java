package dev.reprise.budget;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetAllocationTest {

  private static final int CALLS = 1_000_000;

  @ParameterizedTest
  @ValueSource(strings = {"standard", "unlimited", "none", "aws", "finagle", "grpc", "envoy"})
  void no_protocol_method_allocates(String text) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    RetryBudget budget = RetryBudget.parse(text);
    makeCalls(budget);
    long before = threads.getThreadAllocatedBytes(self);
    makeCalls(budget);
    long allocated = threads.getThreadAllocatedBytes(self) - before;
    assertTrue(allocated < CALLS / 100, allocated + " bytes in " + CALLS + " calls");
  }

  private static void makeCalls(RetryBudget budget) {
    for (int i = 0; i < CALLS; i++) {
      long tick = i * 100_000L;
      budget.callStarted(tick);
      if (i % 3 > 0) {
        budget.firstAttemptSucceeded(tick);
        continue;
      }
      budget.firstAttemptFailed(tick);
      if (budget.tryAcquire(tick)) {
        budget.permitReturned(i % 2 == 0, tick);
      }
      budget.callFinished(tick);
      budget.isFull(tick);
    }
  }
}
