package dev.reprise.spark;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/**
 * The sums that the Spark UI shows. Spark creates them by the name of their class, so each is a
 * public class.
 */
public final class Metrics {

  private Metrics() {}

  /** Rows that the service accepted. */
  public static final class Items extends CustomSumMetric {

    /** Made by Spark. */
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

  /** Calls of the service. */
  public static final class Calls extends CustomSumMetric {

    /** Made by Spark. */
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

  /** Rows that were sent in more than one call. */
  public static final class Retries extends CustomSumMetric {

    /** Made by Spark. */
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

  /** Requests that were throttled, wholly or in part. */
  public static final class Throttles extends CustomSumMetric {

    /** Made by Spark. */
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

  /** Rows that were given up. */
  public static final class Dead extends CustomSumMetric {

    /** Made by Spark. */
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

    /** Made by Spark. */
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
