package dev.reprise.spring.observe;

/**
 * The Java agent of OpenTelemetry. The bootstrap class loader has its classes only if it is
 * attached; its file alone may also be on the class path.
 */
final class JavaAgent {

  private static final String CLASS = "io.opentelemetry.javaagent.OpenTelemetryAgent";
  private static final boolean ATTACHED = isLoaded() && !isSwitchedOff();

  private JavaAgent() {}

  /** Returns whether the agent makes spans in this process. */
  static boolean isAttached() {
    return ATTACHED;
  }

  private static boolean isLoaded() {
    try {
      return Class.forName(CLASS, false, null) != null;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  /** The switch of the agent itself. */
  private static boolean isSwitchedOff() {
    String property = System.getProperty("otel.javaagent.enabled");
    String enabled = property == null ? System.getenv("OTEL_JAVAAGENT_ENABLED") : property;
    return "false".equalsIgnoreCase(enabled);
  }
}
