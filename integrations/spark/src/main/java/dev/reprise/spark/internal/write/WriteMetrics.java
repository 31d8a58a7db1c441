package dev.reprise.spark.internal.write;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/**
 * The sums that the Spark UI shows. Spark creates them by class name, so each is a public class
 * with a public constructor.
 */
public final class WriteMetrics {

  private WriteMetrics() {}

  /** Rows that the service accepted. */
  public static final class Items extends CustomSumMetric {

    /** Created by Spark. */
    public Items() {}

    @Override
    public String name() {
      return "items";
    }

    @Override
    public String description() {
      return "items written";
    }
  }

  /** Requests sent. */
  public static final class Calls extends CustomSumMetric {

    /** Created by Spark. */
    public Calls() {}

    @Override
    public String name() {
      return "calls";
    }

    @Override
    public String description() {
      return "calls";
    }
  }

  /** Rows sent in more than one request. */
  public static final class Retries extends CustomSumMetric {

    /** Created by Spark. */
    public Retries() {}

    @Override
    public String name() {
      return "retries";
    }

    @Override
    public String description() {
      return "items sent again";
    }
  }

  /** Requests that were throttled, completely or partly. */
  public static final class Throttles extends CustomSumMetric {

    /** Created by Spark. */
    public Throttles() {}

    @Override
    public String name() {
      return "throttles";
    }

    @Override
    public String description() {
      return "calls throttled";
    }
  }

  /** Rows given up. */
  public static final class Dead extends CustomSumMetric {

    /** Created by Spark. */
    public Dead() {}

    @Override
    public String name() {
      return "dead";
    }

    @Override
    public String description() {
      return "items dead";
    }
  }

  /** Write units consumed, as the service reports them. */
  public static final class Units extends CustomSumMetric {

    /** Created by Spark. */
    public Units() {}

    @Override
    public String name() {
      return "units";
    }

    @Override
    public String description() {
      return "write units consumed";
    }
  }
}
