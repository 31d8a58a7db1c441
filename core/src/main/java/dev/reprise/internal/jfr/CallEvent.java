package dev.reprise.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/** Fields that all events have: the name of the retry and its resource. */
@Category("Reprise")
@StackTrace(false)
abstract class CallEvent extends Event {

  @Label("Retry")
  @Description("Name of the retry")
  String retry = "";

  @Label("Call")
  @Description("Number of the call, unique among those of its retry and its copies")
  long call;
}
