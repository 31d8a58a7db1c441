package dev.reprise.spring.policies;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * Collects mistakes in properties and in annotations, so that one error lists all of them, each
 * once. For the parts of the starter.
 */
public final class Mistakes {

  private final List<PropertyMistake> ofProperties = new ArrayList<>();
  private final Map<Place, TreeSet<String>> ofBeans = new LinkedHashMap<>();

  private record Place(String place, String reason) {}

  /** Creates a collection without mistakes. */
  public Mistakes() {}

  /**
   * Adds a mistake in a property.
   *
   * @param mistake the mistake; ignored if there is an equal one
   */
  public synchronized void add(PropertyMistake mistake) {
    if (!ofProperties.contains(mistake)) {
      ofProperties.add(mistake);
    }
  }

  /**
   * Adds a mistake in an annotation. If several beans have the same mistake, it is listed once with
   * all of them.
   *
   * @param mistake the mistake
   */
  public synchronized void add(BeanMistake mistake) {
    ofBeans
        .computeIfAbsent(new Place(mistake.place(), mistake.reason()), absent -> new TreeSet<>())
        .addAll(mistake.beans());
  }

  /**
   * Throws an error that lists all mistakes, and removes them. Does nothing if there is none.
   *
   * @throws InvalidPoliciesException if there is any mistake; its message has the first one only,
   *     because the failure analysis lists all of them
   */
  public void throwIfAny() {
    throwIfAny(InvalidPoliciesException::atStart);
  }

  /** Same, with all mistakes in the message. */
  void throwIfAnyInReload() {
    throwIfAny(InvalidPoliciesException::ofReload);
  }

  private synchronized void throwIfAny(
      BiFunction<List<PropertyMistake>, List<BeanMistake>, InvalidPoliciesException> error) {
    if (ofProperties.isEmpty() && ofBeans.isEmpty()) {
      return;
    }
    List<PropertyMistake> properties =
        ofProperties.stream().sorted(Comparator.comparing(PropertyMistake::property)).toList();
    List<BeanMistake> beans = new ArrayList<>();
    ofBeans.forEach(
        (place, names) ->
            beans.add(new BeanMistake(List.copyOf(names), place.place(), place.reason())));
    beans.sort(Comparator.comparing(BeanMistake::place));
    ofProperties.clear();
    ofBeans.clear();
    throw error.apply(properties, beans);
  }
}
