package dev.reprise.testbed.http.internal.server;

import dev.reprise.testbed.http.internal.exchange.HeaderList;
import dev.reprise.testbed.http.internal.exchange.StepAction;
import dev.reprise.testbed.http.log.ReceivedRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The scripts of all paths, with the number of requests of each. Thread-safe. */
public final class PathScripts {
  private record PathScript(ScriptedActions actions, AtomicInteger requests) {
    PathScript(ScriptedActions actions) {
      this(actions, new AtomicInteger());
    }

    StepAction next(ReceivedRequest request) {
      return actions.next(request, requests.incrementAndGet());
    }
  }

  private static final StepAction OK =
      StepAction.afterReading(exchange -> exchange.reply(200, HeaderList.of(), new byte[0]));

  private final Map<String, PathScript> byPath = new ConcurrentHashMap<>();
  private volatile PathScript otherPaths = new PathScript((request, number) -> OK);

  public void set(String path, ScriptedActions actions) {
    byPath.put(path, new PathScript(actions));
  }

  public void setOtherPaths(ScriptedActions actions) {
    otherPaths = new PathScript(actions);
  }

  StepAction next(ReceivedRequest request) {
    return byPath.getOrDefault(request.path(), otherPaths).next(request);
  }
}
