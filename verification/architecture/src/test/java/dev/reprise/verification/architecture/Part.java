package dev.reprise.verification.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;

/** A set of packages, the source or target of a permitted dependency. */
record Part(String name, DescribedPredicate<JavaClass> classes) {

  private static final String OURS = "dev.reprise";
  private static final List<String> OUTSIDE_CORE =
      List.of(
          "testing",
          "processor",
          "rewrite",
          "batch",
          "simulator",
          "lab",
          "idempotency",
          "aws",
          "dynamodb",
          "http",
          "jdkhttp",
          "okhttp",
          "apachehttp",
          "servlet",
          "jdbc",
          "opensearch",
          "spark",
          "reactor",
          "grpc",
          "micrometer",
          "opentelemetry",
          "kotlin",
          "spring",
          "testbed",
          "cli",
          "examples",
          "verification");

  static final Part CORE = new Part("core", DescribedPredicate.describe("core", Part::isCore));
  static final Part TESTING = of("testing", OURS + ".testing");
  static final Part PROCESSOR = of("processor", OURS + ".processor");
  static final Part REWRITE = of("rewrite", OURS + ".rewrite");
  static final Part BATCH = of("batch", OURS + ".batch");
  static final Part SIMULATOR_REPORT = reports();
  static final Part SIMULATOR =
      of("simulator", OURS + ".simulator").without(SIMULATOR_REPORT).named("simulator");
  static final Part LAB = of("lab", OURS + ".lab");
  static final Part LAB_PAGE = of("the files of the page", OURS + ".lab.page");
  static final Part IDEMPOTENCY = of("idempotency", OURS + ".idempotency");
  static final Part STORE_CONTRACT = of("the store contract", OURS + ".idempotency.testing");
  static final Part AWS = of("aws", OURS + ".aws.batch");
  static final Part AWS_RETRIES =
      of("aws-retries", OURS + ".aws").without(AWS).named("aws-retries");
  static final Part DYNAMODB = of("dynamodb", OURS + ".dynamodb");
  static final Part HTTP = of("http", OURS + ".http");
  static final Part JDK_HTTP = of("jdk-http", OURS + ".jdkhttp");
  static final Part OKHTTP = of("okhttp", OURS + ".okhttp");
  static final Part APACHE_HTTP = of("apache-http", OURS + ".apachehttp");
  static final Part SERVLET = of("servlet", OURS + ".servlet");
  static final Part JDBC = of("jdbc", OURS + ".jdbc");
  static final Part OPENSEARCH = of("opensearch", OURS + ".opensearch");
  static final Part SPARK = of("spark", OURS + ".spark");
  static final Part REACTOR = of("reactor", OURS + ".reactor");
  static final Part GRPC = of("grpc", OURS + ".grpc");
  static final Part MICROMETER = of("micrometer", OURS + ".micrometer");
  static final Part OPENTELEMETRY = of("opentelemetry", OURS + ".opentelemetry");
  static final Part KOTLIN = of("kotlin", OURS + ".kotlin");
  static final Part SPRING = of("spring", OURS + ".spring");
  static final Part TESTBEDS = of("testbeds", OURS + ".testbed");
  static final Part CLI = of("cli", OURS + ".cli");
  static final Part EXAMPLES = of("examples", OURS + ".examples");
  static final Part VERIFICATION = of("verification", OURS + ".verification");

  /** A package with all packages below it. */
  static Part of(String name, String root) {
    return new Part(name, DescribedPredicate.describe(name, type -> isWithin(root, type)));
  }

  /** The packages of the module simulator-report, which share a root with the simulator. */
  private static Part reports() {
    List<String> packages =
        List.of("advice", "file", "output", "parallel", "plot", "report", "testing", "tune");
    return new Part(
        "simulator-report",
        DescribedPredicate.describe(
            "simulator-report",
            type ->
                packages.stream().anyMatch(name -> isWithin(OURS + ".simulator." + name, type))));
  }

  private Part named(String other) {
    return new Part(other, classes);
  }

  /** This part without one part of it. */
  Part without(Part inner) {
    String rest = name + " without " + inner.name;
    return new Part(
        rest, DescribedPredicate.describe(rest, type -> contains(type) && !inner.contains(type)));
  }

  boolean contains(JavaClass type) {
    return classes.test(type);
  }

  static boolean isOurs(JavaClass type) {
    return isWithin(OURS, type);
  }

  private static boolean isCore(JavaClass type) {
    return isOurs(type)
        && OUTSIDE_CORE.stream().noneMatch(other -> isWithin(OURS + "." + other, type));
  }

  private static boolean isWithin(String root, JavaClass type) {
    String name = type.getPackageName();
    return name.equals(root) || name.startsWith(root + ".");
  }
}
