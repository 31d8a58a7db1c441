package dev.reprise.testing.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.declared.RetryProxy;
import dev.reprise.declared.Retryable;
import dev.reprise.function.AttemptOperation;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Trap 27 on real threads: two calls of one retry make the same steps and meet in each callback. If
 * a callback ran under a lock that the other call needs, the calls could not meet.
 */
class CallbacksOutsideLocksTest {

  private final CyclicBarrier both = new CyclicBarrier(2);
  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final AtomicInteger attempts = new AtomicInteger();

  /** The operation; each attempt meets the attempt of the other call, and fails. */
  interface Service {

    @Retryable
    String fetch() throws IOException;

    @Retryable
    CompletableFuture<String> fetchLater();
  }

  private enum Way {
    WITH_A_FALLBACK {
      @Override
      Object call(CallbacksOutsideLocksTest test, Retry retry) throws Exception {
        return retry.callOrElse(test::fail, failed -> test.meet("fallback"));
      }
    },
    WITH_ALTERNATES {
      @Override
      Object call(CallbacksOutsideLocksTest test, Retry retry) throws Exception {
        return retry.callWith(
            AttemptOperation.of(test::fail).fromAttempt(2, test::fail).fromAttempt(3, test::fail));
      }
    },
    IN_A_CONTEXT {
      @Override
      Object call(CallbacksOutsideLocksTest test, Retry retry) throws Exception {
        return retry.withContext(test.meetingContext()).call(test::fail);
      }
    },
    KEYED {
      @Override
      Object call(CallbacksOutsideLocksTest test, Retry retry) throws Exception {
        return retry.callWith(attempt -> test.fail() + attempt.idempotencyKey());
      }
    },
    ON_AN_EXECUTOR {
      @Override
      Object call(CallbacksOutsideLocksTest test, Retry retry) throws Exception {
        return test.meetAfter(retry.callAsync(test::fail, test.pool));
      }
    },
    HEDGED {
      @Override
      Object call(CallbacksOutsideLocksTest test, Retry retry) throws Exception {
        return hedged(retry).withExecutor(test.pool).call(test::fail);
      }
    },
    HEDGED_STAGES {
      @Override
      Object call(CallbacksOutsideLocksTest test, Retry retry) throws Exception {
        return test.meetAfter(hedged(retry).withExecutor(test.pool).callAsync(test::failLater));
      }
    },
    BY_PROXY {
      @Override
      Object call(CallbacksOutsideLocksTest test, Retry retry) throws Exception {
        return test.proxy(retry).fetch();
      }
    },
    STAGES_BY_PROXY {
      @Override
      Object call(CallbacksOutsideLocksTest test, Retry retry) throws Exception {
        return test.meetAfter(test.proxy(retry.withExecutor(test.pool)).fetchLater());
      }
    };

    abstract Object call(CallbacksOutsideLocksTest test, Retry retry) throws Exception;
  }

  private static Retry hedged(Retry retry) {
    RetryPolicyBuilder policy = retry.policy().toBuilder().idempotency(Idempotency.IDEMPOTENT);
    return retry.withPolicy(policy.hedge(Hedge.after(Duration.ofDays(1))).build());
  }

  private Service proxy(Retry retry) {
    Service target =
        new Service() {
          @Override
          public String fetch() throws IOException {
            return fail();
          }

          @Override
          public CompletableFuture<String> fetchLater() {
            return failLater();
          }
        };
    return RetryProxy.of(retry, Service.class, target, MethodHandles.lookup());
  }

  private CallContext meetingContext() {
    return () -> {
      meet("capture");
      return () -> {
        meet("open");
        return () -> meet("close");
      };
    };
  }

  private Object meetAfter(CompletionStage<String> call) throws Exception {
    return call.whenComplete((value, failure) -> meet("dependent")).toCompletableFuture().get();
  }

  private String fail() throws IOException {
    attempts.incrementAndGet();
    meet("attempt");
    throw new IOException("reset");
  }

  private CompletableFuture<String> failLater() {
    attempts.incrementAndGet();
    meet("attempt");
    return CompletableFuture.failedFuture(new IOException("reset"));
  }

  private String meet(String where) {
    try {
      both.await(30, TimeUnit.SECONDS);
      return where;
    } catch (Exception alone) {
      throw new AssertionError("the other call did not reach: " + where, alone);
    }
  }

  @AfterEach
  void end() {
    pool.shutdownNow();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("trap 27: callbacks run outside locks, whatever the shape")
  void two_calls_are_inside_each_callback_at_the_same_time(Way way) throws Exception {
    RetryPolicy meeting =
        RetryPolicy.builder()
            .retryIf(failure -> !meet("predicate").isEmpty())
            .backoff(Backoff.custom((progress, view, now, random) -> meet("backoff").length() * 0))
            .build();
    Retry retry =
        Retry.of(meeting)
            .withBudget(RetryBudget.unlimited())
            .withListener(event -> meet("listener"))
            .describingFailures(failure -> meet("description"));
    List<FutureTask<String>> calls = new ArrayList<>();
    for (int call = 0; call < 2; call++) {
      FutureTask<String> task = new FutureTask<>(() -> endOf(way, retry));
      calls.add(task);
      new Thread(task, "caller " + call).start();
    }
    for (FutureTask<String> call : calls) {
      assertThat(call.get(60, TimeUnit.SECONDS)).isIn("fallback", "reset");
    }
    assertThat(both.isBroken()).isFalse();
    assertThat(attempts).hasValue(2 * 3);
  }

  private String endOf(Way way, Retry retry) {
    try {
      return String.valueOf(way.call(this, retry));
    } catch (Exception failure) {
      Throwable cause = failure instanceof IOException ? failure : failure.getCause();
      return String.valueOf(cause == null ? failure : cause.getMessage());
    }
  }
}
