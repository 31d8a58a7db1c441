package dev.reprise.simulator;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.client.ClientSettings;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.engine.World;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.load.PoissonLoad;
import dev.reprise.simulator.load.Rate;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.model.TrafficCounter;
import dev.reprise.simulator.preset.Presets;
import dev.reprise.simulator.stats.NumberText;
import dev.reprise.simulator.target.FlakyServer;
import dev.reprise.simulator.target.Network;
import dev.reprise.simulator.verdict.Verdict;
import java.util.List;

/** The code of the snippets in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static void experiment() {
    Scenario scenario = Scenarios.named("outage-hang").with("rate", "900");
    Results results = new Experiment(scenario, List.of(), 10, 1).run();

    for (Cell cell : results.cells()) {
      String recovery = NumberText.of(cell.estimate("recovery_s"));
      System.out.println(cell.contender().label() + ": " + recovery + " s");
    }
  }

  static Scenario scenario(RetryPolicy policy) {
    Contender own = new Contender("own", policy, RetryBudget.standard());
    Scenario scenario =
        Scenarios.named("rate-limit").withContenders(List.of(own, Presets.named("grpc")));
    return scenario;
  }

  static void verdict(Results results) {
    Verdict.sentences(results).forEach(System.out::println);
  }

  static double world(RetryPolicy policy, Seed seed) {
    long second = 1_000_000_000L;
    World world = new World();
    TrafficCounter traffic = new TrafficCounter(second);
    ClientSettings settings = new ClientSettings(policy, RetryBudget.standard(), 10, second);
    Clients clients = new Clients(world, settings, seed.stream(Seed.Stream.POLICY), traffic);

    Network network = new Network(5_000_000, 0, seed.stream(Seed.Stream.NETWORK));
    clients.withTarget(
        new FlakyServer(
            world, clients, network, 0.3, seed.stream(Seed.Stream.SERVICE), nowNanos -> {}));

    Rate rate = Rate.of(100).until(60 * second);
    new PoissonLoad(world, clients, 10, rate, seed.stream(Seed.Stream.LOAD)).begin();
    world.runUntil(120 * second);
    double succeeded = traffic.successShare();
    return succeeded;
  }
}
