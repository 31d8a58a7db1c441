package dev.reprise.jdbc.classify;

import java.util.Arrays;
import java.util.List;

/** Finds the action of a driver in a stack trace, innermost frame first. */
final class StackFrames {

  private static final List<String> POOLS =
      List.of(
          "com.zaxxer.hikari.",
          "org.apache.commons.dbcp2.",
          "org.apache.commons.pool2.",
          "org.apache.tomcat.jdbc.pool.",
          "org.apache.tomcat.dbcp.",
          "com.mchange.v2.",
          "io.agroal.",
          "oracle.ucp.",
          "software.amazon.jdbc.");

  private StackFrames() {}

  /**
   * Returns whether a driver or a pool was making a connection for its caller. This excludes a
   * connection that is made inside a statement or a commit: the statement or commit may have been
   * sent on the first connection, which is lost. It also excludes other code that ran a statement,
   * such as a data source that queries the address to connect to.
   */
  static boolean isConnecting(StackTraceElement[] trace) {
    for (int frame = 0; frame < trace.length; frame++) {
      if (connects(trace[frame])) {
        return !anySends(trace, frame + 1, trace.length)
            && (!anySends(trace, 0, frame)
                || Arrays.stream(trace, 0, frame).allMatch(StackFrames::isKnown));
      }
    }
    return false;
  }

  /** Returns whether a connection was being made inside a statement or a commit. */
  static boolean isReconnecting(StackTraceElement[] trace) {
    for (int frame = 0; frame < trace.length; frame++) {
      if (connects(trace[frame])) {
        return anySends(trace, frame + 1, trace.length);
      }
    }
    return false;
  }

  /** Returns whether a pool itself created the exception while a connection was requested. */
  static boolean isOfPool(StackTraceElement[] trace) {
    return isConnecting(trace)
        && Arrays.stream(trace)
            .filter(frame -> !frame.getClassName().startsWith("java"))
            .findFirst()
            .filter(StackFrames::isPool)
            .isPresent();
  }

  private static boolean isPool(StackTraceElement frame) {
    return POOLS.stream().anyMatch(frame.getClassName()::startsWith);
  }

  private static boolean connects(StackTraceElement frame) {
    String type = frame.getClassName();
    return isKnown(frame)
        && switch (frame.getMethodName()) {
          case "connect" -> type.endsWith("Driver");
          case "getConnection" ->
              type.contains("DataSource") || type.equals("java.sql.DriverManager");
          default -> false;
        };
  }

  private static boolean anySends(StackTraceElement[] trace, int from, int to) {
    return Arrays.stream(trace, from, to).anyMatch(StackFrames::sends);
  }

  private static boolean sends(StackTraceElement frame) {
    String type = frame.getClassName();
    String method = frame.getMethodName();
    return (type.contains("Statement") && method.startsWith("execute"))
        || (type.contains("Connection") && (method.equals("commit") || method.equals("rollback")));
  }

  /** Returns whether the frame is code of a driver, of a pool or of Java. */
  private static boolean isKnown(StackTraceElement frame) {
    String type = frame.getClassName();
    return type.startsWith("java") || SqlDatabase.ofClass(type) != null || isPool(frame);
  }
}
