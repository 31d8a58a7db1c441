package dev.reprise.verification.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Classes that all depend on each other can only be understood together, so their number is
 * limited. Nested classes count as their outer class. Rules about cycles of packages do not find
 * such a cycle within one package.
 */
final class SmallCycles extends ArchCondition<JavaClass> {

  private final int most;
  private final Map<String, Set<String>> uses = new HashMap<>();
  private final Map<String, Set<String>> users = new HashMap<>();
  private final Set<String> reported = new HashSet<>();

  SmallCycles(int most) {
    super("be in no cycle of more than " + most + " classes");
    this.most = most;
  }

  @Override
  public void init(Collection<JavaClass> all) {
    Set<String> names = all.stream().map(SmallCycles::file).collect(Collectors.toSet());
    for (JavaClass type : all) {
      String from = file(type);
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String to = file(dependency.getTargetClass().getBaseComponentType());
        if (names.contains(to) && !to.equals(from)) {
          uses.computeIfAbsent(from, name -> new HashSet<>()).add(to);
          users.computeIfAbsent(to, name -> new HashSet<>()).add(from);
        }
      }
    }
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    Set<String> cycle = reachable(file(type), uses);
    cycle.retainAll(reachable(file(type), users));
    if (cycle.size() > most && reported.addAll(cycle)) {
      events.add(
          SimpleConditionEvent.violated(
              type, "a cycle of " + cycle.size() + " classes: " + new TreeSet<>(cycle)));
    }
  }

  /** All classes that a class depends on, directly or indirectly, and the class itself. */
  private static Set<String> reachable(String from, Map<String, Set<String>> arrows) {
    Set<String> seen = new HashSet<>(Set.of(from));
    Deque<String> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      for (String next : arrows.getOrDefault(open.remove(), Set.of())) {
        if (seen.add(next)) {
          open.add(next);
        }
      }
    }
    return seen;
  }

  /** The outermost class that contains a class. */
  private static String file(JavaClass type) {
    String name = type.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }
}
