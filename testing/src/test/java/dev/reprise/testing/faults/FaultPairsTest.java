package dev.reprise.testing.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.faults.FaultInjector.Fault;
import dev.reprise.testing.faults.FaultInjector.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests two faulty parts in one call. Its end depends on the part that fails first; but the call
 * ends, and leaves nothing behind.
 */
@ExtendWith(QuietLog.class)
class FaultPairsTest {

  private static final List<Misbehaviour> WAYS = List.of(Misbehaviour.values());

  @Test
  @Timeout(600)
  void two_faulty_parts_leave_nothing_behind() {
    tryPairs(3_000, ThreadLocalRandom.current().nextLong());
  }

  @Test
  @Timeout(1200)
  @Tag("proof")
  void any_two_faulty_parts_leave_nothing_behind() {
    tryPairs(20_000, ThreadLocalRandom.current().nextLong());
  }

  private static void tryPairs(int trials, long seed) {
    Random random = new Random(seed);
    List<String> mistakes = new ArrayList<>();
    for (int trial = 0; trial < trials; trial++) {
      Shape shape = any(random, List.of(Shape.values()));
      Script script = any(random, List.of(Script.values()));
      Setup setup = any(random, List.of(Setup.values()));
      List<Fault> faults = List.of(anyIll(random, shape), anyIll(random, shape));
      if (TrialTable.whyNot(script, shape, setup) == null
          && faults.get(0).part() != faults.get(1).part()) {
        VirtualTrial pair = new VirtualTrial(shape, script, setup, faults);
        pair.run();
        mistakes.addAll(pair.mistakes());
      }
    }
    assertThat(mistakes).as("seed %d", seed).isEmpty();
  }

  private static Fault anyIll(Random random, Shape shape) {
    while (true) {
      Part part = any(random, List.of(Part.values()));
      Misbehaviour how = any(random, WAYS);
      Moment moment = any(random, List.of(Moment.FIRST, Moment.SECOND, Moment.EVERY));
      if (part.misbehaviours.contains(how)
          && !TrialTable.needsThreads(part, how)
          && TrialTable.whyNot(part, how, shape) == null
          && TrialTable.whyNot(part, how, moment, shape) == null) {
        return new Fault(part, how, moment);
      }
    }
  }

  private static <T> T any(Random random, List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
