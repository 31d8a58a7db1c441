package dev.reprise.verification.benchmarks;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.profile.LinuxPerfNormProfiler;
import org.openjdk.jmh.profile.Profiler;
import org.openjdk.jmh.profile.ProfilerException;

/**
 * The profilers that this machine supports: allocation always, instruction counts where hardware
 * counters exist.
 *
 * @param available the profilers to use
 * @param words their names, and the reason why one is missing
 */
record Profilers(List<Class<? extends Profiler>> available, String words) {

  static Profilers detect() {
    List<Class<? extends Profiler>> available = new ArrayList<>(List.of(GCProfiler.class));
    try {
      LinuxPerfNormProfiler counters = new LinuxPerfNormProfiler("");
      available.add(counters.getClass());
      return new Profilers(List.copyOf(available), "gc, perfnorm");
    } catch (ProfilerException unsupported) {
      String why = String.valueOf(unsupported.getMessage()).lines().findFirst().orElse("").strip();
      return new Profilers(List.copyOf(available), "gc; perfnorm is not supported here: " + why);
    }
  }
}
