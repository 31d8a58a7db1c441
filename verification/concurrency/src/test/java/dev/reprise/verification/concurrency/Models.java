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

/** The models that Lincheck checks, in a separate process. */
final class Models {

  /** Structures whose operations must all be linearizable. */
  static final Map<String, Class<?>> LINEARIZABLE =
      Map.of(
          "CountWindowModel", CountWindowModel.class,
          "StatesModel", StatesModel.class,
          "TokensModel", TokensModel.class);

  /**
   * Tests that the checker cannot follow. It does not support interrupts, and waits for threads
   * that are created and never run; and a whole call, or a sender with its futures, has too many
   * switch points.
   */
  private static final List<String> NOT_FOLLOWED =
      List.of(
          "AttemptWatchStress.",
          "TimerStress.No",
          "CallFutureStress.",
          "PushedItemsStress.",
          "SenderSubscriberStress.",
          "WaitersStress.TheDuplicateIsWoken");

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
   * @param folder for all files
   * @param broken classes that replace the real ones
   * @return for each model, whether it holds
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
