package dev.reprise.batch.internal.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the adaptive rate in every case of the grid, and prints the cases that miss their goal. Not
 * all reach it yet; docs/design/pacing.md names them. This test keeps the ones that do.
 */
@Tag("proof")
class WholePaceGridTest {

  private static final long[] SEEDS = {17, 1, 2};
  private static final double[] SHARES = {0.002, 0.01, 0.02, 0.05, 0.1, 0.3};

  /** The mean duration of a call in seconds, and the number of parallel calls. */
  private static final double[][] SHAPES = {
    {0.001, 1}, {0.001, 4}, {0.005, 1}, {0.005, 8}, {0.05, 8}, {0.05, 64}, {0.3, 8}, {1, 1}, {1, 64}
  };

  private static final double[][] SHAPES_OF_STEPS = {{0.005, 8}, {0.05, 64}, {1, 64}};
  private static final double[][] SHAPES_OF_TWO_RUNS = {{0.005, 8}, {0.05, 16}, {0.3, 64}};

  /** A group of cases, and how many of them, counted once for each seed, reach their goal. */
  enum Group {
    REFUSED_CALLS(161),
    REFUSED_ITEMS(162),
    NEIGHBOUR(27),
    CAPACITY(324),
    STEPS(106),
    TWO_RUNS(213);

    private final int reached;

    Group(int reached) {
      this.reached = reached;
    }

    private List<PaceGrid.Cell> cells() {
      List<PaceGrid.Cell> cells = new ArrayList<>();
      switch (this) {
        case REFUSED_CALLS -> addRefused(cells, 1, 0);
        case REFUSED_ITEMS -> addRefused(cells, 0, 1);
        case NEIGHBOUR -> add(cells, SimulatedService.refusing(0, 0).blockedFor(0.03), SHAPES, 0);
        case CAPACITY -> addCapacities(cells);
        case STEPS -> addSteps(cells);
        default -> addTwoRuns(cells);
      }
      return cells;
    }

    private void addRefused(List<PaceGrid.Cell> cells, int calls, int items) {
      for (double share : SHARES) {
        add(cells, SimulatedService.refusing(share * calls, share * items), SHAPES, 0);
      }
    }

    private void addCapacities(List<PaceGrid.Cell> cells) {
      for (double capacity : new double[] {10, 50, 200, 1_000, 10_000, 100_000}) {
        for (double burst : new double[] {1, 5}) {
          add(cells, SimulatedService.ofCapacity(capacity, burst), SHAPES, 0);
        }
      }
    }

    private void addSteps(List<PaceGrid.Cell> cells) {
      for (double capacity : new double[] {100, 1_000, 10_000}) {
        for (double factor : new double[] {0.1, 0.5, 2, 10}) {
          SimulatedService service = SimulatedService.ofCapacity(capacity, 0.5);
          add(cells, service.changedAt(20, factor), SHAPES_OF_STEPS, 0);
        }
      }
    }

    private void addTwoRuns(List<PaceGrid.Cell> cells) {
      for (double capacity : new double[] {50, 200, 2_000, 20_000}) {
        for (double burst : new double[] {0.5, 1, 5}) {
          SimulatedService service = SimulatedService.ofCapacity(capacity, burst);
          add(cells, service, SHAPES_OF_TWO_RUNS, 0, 0);
          add(cells, service, SHAPES_OF_TWO_RUNS, 0, 7);
        }
      }
    }

    private void add(
        List<PaceGrid.Cell> cells, SimulatedService service, double[][] shapes, double... starts) {
      for (double[] shape : shapes) {
        cells.add(new PaceGrid.Cell(name(), service, shape[0], (int) shape[1], starts));
      }
    }
  }

  /** At least 0.7 of what no pace reaches, or 0.95 of the capacity with at most 5 % wasted. */
  private static boolean reachesGoal(PaceGrid.Cell cell, long seed) {
    PaceGrid.Result result = cell.run(true, seed);
    boolean reached =
        cell.isIndependent()
            ? result.accepted() >= 0.7 * cell.run(false, seed).accepted()
            : usesCapacity(cell, result);
    if (!reached) {
      System.out.printf(
          "missed: %s, seed %d: %.1f/s, %.1f %% refused, Jain %.3f%n",
          cell, seed, result.accepted(), 100 * result.refused(), result.jain());
    }
    return reached;
  }

  /** One call in a minute is not counted: its chunk is a large part of a small capacity. */
  private static boolean usesCapacity(PaceGrid.Cell cell, PaceGrid.Result result) {
    double most = Math.min(cell.capacity(), cell.starts().length * cell.possible());
    double call = Math.min(25, Math.max(1, most * 0.1)) / 60;
    return result.accepted() >= 0.95 * most - call - 1e-9
        && result.refused() <= 0.05 + call / most
        && (cell.starts().length == 1 || result.jain() >= 0.95);
  }

  @ParameterizedTest
  @EnumSource
  void the_cases_that_have_reached_their_goal_still_do(Group group) {
    List<PaceGrid.Cell> cells = group.cells();
    long reached =
        cells.stream()
            .mapToLong(cell -> LongStream.of(SEEDS).filter(seed -> reachesGoal(cell, seed)).count())
            .sum();
    System.out.printf("%s: %d of %d%n", group, reached, cells.size() * SEEDS.length);
    assertThat(reached).isGreaterThanOrEqualTo(group.reached);
  }
}
