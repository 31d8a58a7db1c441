package dev.reprise.testing.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.faults.FaultInjector.Fault;
import dev.reprise.testing.faults.FaultInjector.Moment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests parts that block until the test releases them, and channels that an interrupt closes, on
 * real threads with the library's own timer. While a part blocks, independent calls continue; when
 * it is released, its own call ends. See {@link ThreadedTrial}.
 */
@ExtendWith(QuietLog.class)
class FaultsOnThreadsTest {

  /**
   * In the default build, one of this many shapes is tested for a part, a different one for the
   * next part.
   */
  private static final int SAMPLE = 8;

  static Stream<Arguments> faults() {
    List<Arguments> all = new ArrayList<>();
    for (Part part : Part.values()) {
      for (Misbehaviour how : part.misbehaviours) {
        if (part.rule != Part.Rule.NEVER_ASKED && TrialTable.needsThreads(part, how)) {
          all.add(Arguments.of(part, how));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("faults")
  @Timeout(600)
  void a_part_that_blocks_delays_only_its_own_call(Part part, Misbehaviour how) {
    List<Shape> shapes = TrialTable.shapes(part, how);
    List<Shape> sample = new ArrayList<>();
    for (int i = part.ordinal() % SAMPLE; i < shapes.size() + SAMPLE; i += SAMPLE) {
      sample.add(shapes.get(Math.min(i, shapes.size() - 1)));
    }
    tryIn(Set.copyOf(sample), part, how, 1);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("faults")
  @Timeout(1200)
  @Tag("proof")
  void a_part_that_blocks_delays_only_its_own_call_in_every_shape(Part part, Misbehaviour how) {
    tryIn(EnumSet.copyOf(TrialTable.shapes(part, how)), part, how, 1);
  }

  /**
   * Returns whether a race decides if a part is called: which hedge wins and, in JDKs that look for
   * a channel only after they have woken the thread, whether an interrupt still finds one.
   */
  private static boolean isChance(Part part, Shape shape) {
    boolean wokenFirst = part == Part.CHANNEL && Runtime.version().feature() > 17;
    return shape.isHedged() || wokenFirst;
  }

  private static void tryIn(Set<Shape> shapes, Part part, Misbehaviour how, int most) {
    List<String> mistakes = new ArrayList<>();
    List<Shape> neverStruck = new ArrayList<>();
    for (Shape shape : shapes) {
      boolean struck = false;
      for (TrialTable.Variant variant : TrialTable.variantsOnThreads(part, how, shape, most)) {
        Fault fault = new Fault(part, how, Moment.FIRST);
        ThreadedTrial trial =
            new ThreadedTrial(shape, variant.script(), variant.setup(), List.of(fault));
        mistakes.addAll(trial.run());
        struck |= trial.hasStruck();
      }
      if (!struck && !isChance(part, shape)) {
        neverStruck.add(shape);
      }
    }
    assertThat(mistakes).as("%s %s", part, how).isEmpty();
    assertThat(neverStruck).as("shapes in which it never misbehaved").isEmpty();
  }
}
