package dev.reprise.backoff;

import java.util.List;

/** Growth of the delay from retry to retry, before floor, cap and jitter. */
sealed interface Curve permits Leaf, Chain {

  /** The name in the text form. */
  String name();

  /** The arguments in the text form. */
  List<String> arguments();

  /** The parts of the curve that are not composed, each with its retries and its bounds. */
  List<Stage> stages(Bounds bounds);
}
