package dev.reprise.registry;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RegistryAllocationTest {

  private static final int LOOKS = 1_000_000;

  private final RetryRegistry registry =
      RetryRegistry.of(Map.of("reprise.policies.orders", "", "reprise.policies.mail", ""));

  @Test
  void finding_a_retry_allocates_nothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    long found = look();
    long before = threads.getThreadAllocatedBytes(self);
    found += look();
    long allocated = threads.getThreadAllocatedBytes(self) - before;
    assertTrue(allocated < LOOKS / 100, allocated + " bytes in " + LOOKS + " looks, " + found);
  }

  private long look() {
    long attempts = 0;
    for (int i = 0; i < LOOKS; i++) {
      attempts += registry.retry(i % 3 == 0 ? "orders" : "mail").policy().maxAttempts();
    }
    return attempts;
  }
}
