package dev.reprise.spring.test;

import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/** Restarts the retries of a context before each test method. Found by Spring's tests. */
final class RepriseTestExecutionListener implements TestExecutionListener {

  RepriseTestExecutionListener() {}

  @Override
  public void beforeTestMethod(TestContext test) {
    if (!test.hasApplicationContext()) {
      return;
    }
    ApplicationContext context = test.getApplicationContext();
    RenewedBudgets budgets = context.getBeanProvider(RenewedBudgets.class).getIfAvailable();
    if (budgets != null) {
      context.getBeanProvider(VirtualTime.class).ifAvailable(VirtualTime::restart);
      context.getBeanProvider(RecordingListener.class).ifAvailable(RecordingListener::clear);
      budgets.renew();
    }
  }
}
