package dev.reprise.testbed.http;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The scripts of all paths: returns the next step of a path. Thread-safe. */
final class PathScripts {
  private record Scene(Behaviour behaviour, AtomicInteger requests) {
    Scene(Behaviour behaviour) {
      this(behaviour, new AtomicInteger());
    }
  }

  private static final Behaviour OK = (request, number) -> Step.reply(200);

  private final Map<String, Scene> scenes = new ConcurrentHashMap<>();
  private volatile Scene otherwise = new Scene(OK);

  void set(String path, Behaviour behaviour) {
    scenes.put(path, new Scene(behaviour));
  }

  void setOtherwise(Behaviour behaviour) {
    otherwise = new Scene(behaviour);
  }

  Step next(ReceivedRequest request) {
    Scene scene = scenes.getOrDefault(request.path(), otherwise);
    return scene.behaviour().next(request, scene.requests().incrementAndGet());
  }

  /** One step a request; the last repeats. */
  static Behaviour lastRepeats(List<Step> steps) {
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("steps must be at least 1, but were 0");
    }
    return (request, number) -> steps.get(Math.min(number, steps.size()) - 1);
  }
}
