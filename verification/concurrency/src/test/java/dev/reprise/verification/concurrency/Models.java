package dev.reprise.verification.concurrency;

import dev.reprise.budget.CountWindowModel;
import dev.reprise.budget.TokensModel;
import dev.reprise.state.StatesModel;
import dev.reprise.verification.defects.BrokenCopies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the model checker of Lincheck looks at, in a process of its own. */
final class Models {

  /** Structures whose every operation has to look as if it took place at one moment. */
  static final Map<String, Class<?>> LINEARIZABLE =
      Map.of(
          "CountWindowModel", CountWindowModel.class,
          "StatesModel", StatesModel.class,
          "TokensModel", TokensModel.class);

  /**
   * Tests that the checker does not follow. It knows nothing of interrupts, and waits for threads
   * that are made and never run; and a whole call has too many places to switch threads at.
   */
  private static final List<String> NOT_FOLLOWED =
      List.of(
          "AttemptWatchStress.",
          "TimerStress.No",
          "CallFutureStress.",
          "WaitersStress.TheDuplicateHearsOfTheEnd");

  private Models() {}

  /** The structures, and all tests of jcstress that the checker can follow. */
  static List<String> names() {
    TreeSet<String> names = new TreeSet<>(LINEARIZABLE.keySet());
    names.addAll(Claims.names());
    names.removeIf(name -> NOT_FOLLOWED.stream().anyMatch(name::startsWith));
    return List.copyOf(names);
  }

  /**
   * Checks some models.
   *
   * @param folder where everything is written
   * @param broken classes to be taken in place of the real ones
   * @return whether each holds
   */
  static SortedMap<String, Boolean> check(Path folder, List<Path> broken, Collection<String> names)
      throws IOException, ClassNotFoundException, InterruptedException {
    List<String> flags = List.of("-Xshare:off", "-XX:+EnableDynamicAgentLoading");
    List<String> tests = names.stream().filter(name -> !LINEARIZABLE.containsKey(name)).toList();
    List<Path> before = new ArrayList<>(broken);
    before.add(
        BrokenCopies.compile(Samples.of(tests), Files.createDirectory(folder.resolve("samples"))));
    int status = ChildJvm.run(folder, before, flags, ModelMain.class.getName(), List.copyOf(names));
    String output = Files.readString(folder.resolve(ChildJvm.OUTPUT));
    if (status != 0) {
      throw new IOException(output);
    }
    SortedMap<String, Boolean> verdicts = new TreeMap<>();
    output.lines().forEach(line -> read(line, verdicts));
    return verdicts;
  }

  private static void read(String line, Map<String, Boolean> verdicts) {
    String[] words = line.split(" ");
    if (words[0].equals(ModelMain.HOLDS) || words[0].equals(ModelMain.FAILS)) {
      verdicts.put(words[1], words[0].equals(ModelMain.HOLDS));
    }
  }
}
