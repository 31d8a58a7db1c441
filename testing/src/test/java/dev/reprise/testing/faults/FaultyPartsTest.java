package dev.reprise.testing.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.faults.FaultInjector.Fault;
import dev.reprise.testing.faults.FaultInjector.Moment;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests every part that a user supplies, with every misbehaviour that needs no second thread, in
 * every shape of call and with every script, in virtual time. After each call, it must have ended
 * as documented and nothing may be left behind. {@link VirtualTrial} lists the checks.
 */
@ExtendWith(QuietLog.class)
class FaultyPartsTest {

  /**
   * In the default build, one of this many variants of a cell is tested, a different variant for
   * each cell.
   */
  private static final int SAMPLE = 40;

  private static final int MIX = 0x9E3779B9;

  /** References to the calls of all cells of the default build, which are checked together. */
  private static final List<WeakReference<?>> REMAINS = new ArrayList<>();

  private static final List<Object> KEPT = new ArrayList<>();

  /**
   * A collection for each cell would take longer than its calls. The proofs, whose calls would not
   * fit in memory, check each cell and so find the one that keeps a call.
   */
  @AfterAll
  static void nothing_is_kept() {
    LeakCheck.assertGone(REMAINS, KEPT);
    REMAINS.clear();
    KEPT.clear();
  }

  static Stream<Arguments> faults() {
    List<Arguments> all = new ArrayList<>();
    for (Part part : Part.values()) {
      for (Misbehaviour how : part.misbehaviours) {
        if (!TrialTable.needsThreads(part, how)) {
          all.add(Arguments.of(part, how));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("faults")
  @Timeout(600)
  void a_faulty_part_ends_calls_as_documented(Part part, Misbehaviour how) {
    tryAll(part, how, SAMPLE);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("faults")
  @Timeout(600)
  @Tag("proof")
  void a_faulty_part_ends_calls_as_documented_in_a_tenth_of_the_variants(
      Part part, Misbehaviour how) {
    tryAll(part, how, 10);
  }

  /** Chooses the same variants in each build, spread over all variants. */
  private static boolean isChosen(
      int sample, Shape shape, Script script, Setup setup, Fault fault) {
    int number = shape.ordinal();
    number = number * Script.values().length + script.ordinal();
    number = number * Setup.values().length + setup.ordinal();
    number = number * Moment.values().length + fault.moment().ordinal();
    number = number * Part.values().length + fault.part().ordinal();
    number = number * Misbehaviour.values().length + fault.misbehaviour().ordinal();
    return (number * MIX >>> Integer.SIZE - Byte.SIZE) % sample == 0;
  }

  private static void tryAll(Part part, Misbehaviour how, int sample) {
    List<String> mistakes = new ArrayList<>();
    List<Object> kept = new ArrayList<>();
    List<WeakReference<?>> remains = new ArrayList<>();
    Set<Shape> struck = new LinkedHashSet<>();
    for (Shape shape : TrialTable.shapes(part, how)) {
      TrialTable.forEach(
          part,
          how,
          shape,
          (script, setup, fault) -> {
            if (isChosen(sample, shape, script, setup, fault)) {
              VirtualTrial trial = new VirtualTrial(shape, script, setup, List.of(fault));
              trial.run();
              mistakes.addAll(trial.mistakes(VirtualTrial.usual(shape, script, setup, fault)));
              kept.add(trial.kept());
              remains.addAll(trial.remains());
              if (trial.hasStruck()) {
                struck.add(shape);
              }
            }
          });
    }
    assertThat(mistakes).as("%s %s", part, how).isEmpty();
    boolean asked = part.rule != Part.Rule.NEVER_ASKED;
    Set<Shape> shapes = sample == 1 ? Set.copyOf(TrialTable.shapes(part, how)) : struck;
    assertThat(struck).as("misbehaved").isEqualTo(asked ? shapes : Set.of());
    assertThat(struck.isEmpty()).isNotEqualTo(asked);
    if (TrialTable.keepsTasks(part, how)) {
      return;
    }
    if (sample == 1) {
      LeakCheck.assertGone(remains, kept);
    } else {
      REMAINS.addAll(remains);
      KEPT.addAll(kept);
    }
  }
}
