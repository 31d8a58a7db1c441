package dev.reprise.budget;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.ZJ_Result;
import org.openjdk.jcstress.infra.results.ZZJ_Result;

/** {@link Tokens}, and {@link GrpcBudget} and {@link IdleRefill}, which use them. */
public class TokensStress {

  @JCStressTest
  @Description("Two threads request the last tokens: one gets them.")
  @Outcome(id = "true, false, 0", expect = ACCEPTABLE, desc = "the first has them")
  @Outcome(id = "false, true, 0", expect = ACCEPTABLE, desc = "the second has them")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "both or none have them")
  @State
  public static class LastTokensGoToOne {

    private final Tokens tokens = new Tokens(5);

    @Actor
    public void one(ZZJ_Result r) {
      r.r1 = tokens.tryTake(5);
    }

    @Actor
    public void another(ZZJ_Result r) {
      r.r2 = tokens.tryTake(5);
    }

    @Arbiter
    public void after(ZZJ_Result r) {
      r.r3 = tokens.available();
    }
  }

  @JCStressTest
  @Description("Tokens added while others are taken are not lost.")
  @Outcome(id = "true, 5", expect = ACCEPTABLE, desc = "five, plus five, minus five")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "tokens were lost or created")
  @State
  public static class AddedTokensAreKept {

    private final Tokens tokens = new Tokens(10);

    public AddedTokensAreKept() {
      tokens.take(5);
    }

    @Actor
    public void give() {
      tokens.give(5);
    }

    @Actor
    public void take(ZJ_Result r) {
      r.r1 = tokens.tryTake(5);
    }

    @Arbiter
    public void after(ZJ_Result r) {
      r.r2 = tokens.available();
    }
  }

  @JCStressTest
  @Description("Two threads that add tokens at the same time never exceed the capacity.")
  @Outcome(id = "10", expect = ACCEPTABLE, desc = "full")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "above the capacity, or tokens were lost")
  @State
  public static class CapacityIsNotExceeded {

    private final Tokens tokens = new Tokens(10);

    public CapacityIsNotExceeded() {
      tokens.take(8);
    }

    @Actor
    public void one() {
      tokens.give(5);
    }

    @Actor
    public void another() {
      tokens.give(5);
    }

    @Arbiter
    public void after(J_Result r) {
      r.r1 = tokens.available();
    }
  }

  @JCStressTest
  @Description("gRPC: a failure and a success at the same time are both counted.")
  @Outcome(id = "8100", expect = ACCEPTABLE, desc = "ten tokens, less two, and a tenth")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "one of them was lost")
  @State
  public static class GrpcCountsFailureAndSuccess {

    private final GrpcBudget budget = new GrpcBudget(10, 0.1);

    public GrpcCountsFailureAndSuccess() {
      budget.firstAttemptFailed(0);
    }

    @Actor
    public void fail() {
      budget.firstAttemptFailed(0);
    }

    @Actor
    public void succeed() {
      budget.firstAttemptSucceeded(0);
    }

    @Arbiter
    public void after(J_Result r) {
      r.r1 = budget.availableThousandths();
    }
  }

  @JCStressTest
  @Description("Idle time refills the bucket once, even if two threads request a retry afterwards.")
  @Outcome(id = "5", expect = ACCEPTABLE, desc = "five periods, five tokens")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "credited twice, or not at all")
  @State
  public static class IdleTimeRefillsOnce {

    private final Tokens tokens = new Tokens(100);
    private final IdleRefill refill = new IdleRefill(tokens, 10);

    public IdleTimeRefillsOnce() {
      tokens.take(100);
    }

    @Actor
    public void one() {
      refill.upTo(50);
    }

    @Actor
    public void another() {
      refill.upTo(50);
    }

    @Arbiter
    public void after(J_Result r) {
      r.r1 = tokens.available();
    }
  }

  @JCStressTest
  @Description("Time in which the bucket was full does not refill it later.")
  @Outcome(id = "90", expect = ACCEPTABLE, desc = "two periods are credited")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "time at capacity was credited")
  @State
  public static class TimeAtCapacityDoesNotRefill {

    private final Tokens tokens = new Tokens(100);
    private final IdleRefill refill = new IdleRefill(tokens, 10);

    @Actor
    public void one() {
      refill.upTo(1_000);
      tokens.take(5);
    }

    @Actor
    public void another() {
      refill.upTo(1_000);
      tokens.take(5);
    }

    @Arbiter
    public void after(J_Result r) {
      r.r1 = tokens.available();
    }
  }
}
