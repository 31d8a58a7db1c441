package dev.reprise.verification.architecture;

import static dev.reprise.verification.architecture.Modules.MAIN_CODE;
import static dev.reprise.verification.architecture.Part.APACHE_HTTP;
import static dev.reprise.verification.architecture.Part.AWS;
import static dev.reprise.verification.architecture.Part.AWS_RETRIES;
import static dev.reprise.verification.architecture.Part.BATCH;
import static dev.reprise.verification.architecture.Part.CLI;
import static dev.reprise.verification.architecture.Part.CORE;
import static dev.reprise.verification.architecture.Part.DYNAMODB;
import static dev.reprise.verification.architecture.Part.EXAMPLES;
import static dev.reprise.verification.architecture.Part.GRPC;
import static dev.reprise.verification.architecture.Part.HTTP;
import static dev.reprise.verification.architecture.Part.IDEMPOTENCY;
import static dev.reprise.verification.architecture.Part.JDBC;
import static dev.reprise.verification.architecture.Part.JDK_HTTP;
import static dev.reprise.verification.architecture.Part.KOTLIN;
import static dev.reprise.verification.architecture.Part.LAB;
import static dev.reprise.verification.architecture.Part.MICROMETER;
import static dev.reprise.verification.architecture.Part.OKHTTP;
import static dev.reprise.verification.architecture.Part.OPENSEARCH;
import static dev.reprise.verification.architecture.Part.OPENTELEMETRY;
import static dev.reprise.verification.architecture.Part.PROCESSOR;
import static dev.reprise.verification.architecture.Part.REACTOR;
import static dev.reprise.verification.architecture.Part.REWRITE;
import static dev.reprise.verification.architecture.Part.SERVLET;
import static dev.reprise.verification.architecture.Part.SIMULATOR;
import static dev.reprise.verification.architecture.Part.SIMULATOR_REPORT;
import static dev.reprise.verification.architecture.Part.SPARK;
import static dev.reprise.verification.architecture.Part.SPRING;
import static dev.reprise.verification.architecture.Part.STORE_CONTRACT;
import static dev.reprise.verification.architecture.Part.TESTBEDS;
import static dev.reprise.verification.architecture.Part.TESTING;
import static dev.reprise.verification.architecture.Part.VERIFICATION;

import org.junit.jupiter.api.Test;

class ArrowsTest {

  @Test
  void core_uses_nothing_but_java_base() {
    Arrows.usesOnlyJavaBase(CORE).check(MAIN_CODE);
  }

  @Test
  void core_uses_the_flight_recorder_in_one_package() {
    Arrows.recordsIn("dev.reprise.internal.jfr", CORE).check(MAIN_CODE);
  }

  @Test
  void core_uses_nothing_of_ours() {
    Arrows.usesOnly(CORE).check(MAIN_CODE);
  }

  @Test
  void testing_uses_core() {
    Arrows.usesOnly(TESTING, CORE).check(MAIN_CODE);
  }

  @Test
  void processor_uses_core() {
    Arrows.usesOnly(PROCESSOR, CORE).check(MAIN_CODE);
  }

  @Test
  void nothing_uses_processor() {
    Arrows.usedOnlyBy(PROCESSOR).check(MAIN_CODE);
  }

  @Test
  void rewrite_uses_core() {
    Arrows.usesOnly(REWRITE, CORE).check(MAIN_CODE);
  }

  @Test
  void nothing_uses_rewrite() {
    Arrows.usedOnlyBy(REWRITE).check(MAIN_CODE);
  }

  @Test
  void batch_uses_core() {
    Arrows.usesOnly(BATCH, CORE).check(MAIN_CODE);
  }

  @Test
  void simulator_uses_batch_and_core() {
    Arrows.usesOnly(SIMULATOR, BATCH, CORE).check(MAIN_CODE);
  }

  @Test
  void simulator_report_uses_simulator_and_core() {
    Arrows.usesOnly(SIMULATOR_REPORT, SIMULATOR, CORE).check(MAIN_CODE);
  }

  @Test
  void lab_uses_simulator_and_core() {
    Arrows.usesOnly(LAB, SIMULATOR, CORE).check(MAIN_CODE);
  }

  @Test
  void idempotency_uses_core() {
    Arrows.usesOnly(IDEMPOTENCY, CORE).check(MAIN_CODE);
  }

  @Test
  void idempotency_needs_no_library_but_for_the_contract_of_stores() {
    Arrows.usesNoLibrary(IDEMPOTENCY.without(STORE_CONTRACT)).check(MAIN_CODE);
  }

  @Test
  void nothing_of_ours_uses_the_contract_of_stores() {
    Arrows.usedOnlyBy(STORE_CONTRACT).check(MAIN_CODE);
  }

  @Test
  void aws_retries_uses_core() {
    Arrows.usesOnly(AWS_RETRIES, CORE).check(MAIN_CODE);
  }

  @Test
  void aws_uses_aws_retries_batch_and_core() {
    Arrows.usesOnly(AWS, AWS_RETRIES, BATCH, CORE).check(MAIN_CODE);
  }

  @Test
  void dynamodb_uses_aws_retries_batch_and_core() {
    Arrows.usesOnly(DYNAMODB, AWS_RETRIES, BATCH, CORE).check(MAIN_CODE);
  }

  @Test
  void http_uses_idempotency_and_core() {
    Arrows.usesOnly(HTTP, IDEMPOTENCY, CORE).check(MAIN_CODE);
  }

  @Test
  void jdk_http_uses_http_and_core() {
    Arrows.usesOnly(JDK_HTTP, HTTP, CORE).check(MAIN_CODE);
  }

  @Test
  void grpc_uses_idempotency_and_core() {
    Arrows.usesOnly(GRPC, IDEMPOTENCY, CORE).check(MAIN_CODE);
  }

  @Test
  void okhttp_uses_http_and_core() {
    Arrows.usesOnly(OKHTTP, HTTP, CORE).check(MAIN_CODE);
  }

  @Test
  void apache_http_uses_http_and_core() {
    Arrows.usesOnly(APACHE_HTTP, HTTP, CORE).check(MAIN_CODE);
  }

  @Test
  void kotlin_uses_core() {
    Arrows.usesOnly(KOTLIN, BATCH, CORE).check(MAIN_CODE);
  }

  @Test
  void servlet_uses_http_idempotency_and_core() {
    Arrows.usesOnly(SERVLET, HTTP, IDEMPOTENCY, CORE).check(MAIN_CODE);
  }

  @Test
  void jdbc_uses_batch_idempotency_and_core() {
    Arrows.usesOnly(JDBC, BATCH, IDEMPOTENCY, CORE).check(MAIN_CODE);
  }

  @Test
  void opensearch_uses_http_batch_and_core() {
    Arrows.usesOnly(OPENSEARCH, HTTP, BATCH, CORE).check(MAIN_CODE);
  }

  @Test
  void spark_uses_dynamodb_aws_retries_batch_and_core() {
    Arrows.usesOnly(SPARK, DYNAMODB, AWS_RETRIES, BATCH, CORE).check(MAIN_CODE);
  }

  @Test
  void nothing_uses_spark() {
    Arrows.usedOnlyBy(SPARK).check(MAIN_CODE);
  }

  @Test
  void reactor_uses_the_http_integrations_batch_and_core() {
    Arrows.usesOnly(REACTOR, HTTP, JDK_HTTP, BATCH, CORE).check(MAIN_CODE);
  }

  @Test
  void micrometer_uses_batch_idempotency_and_core() {
    Arrows.usesOnly(MICROMETER, BATCH, IDEMPOTENCY, CORE).check(MAIN_CODE);
  }

  @Test
  void opentelemetry_uses_core() {
    Arrows.usesOnly(OPENTELEMETRY, CORE).check(MAIN_CODE);
  }

  @Test
  void spring_uses_what_it_wires() {
    Arrows.usesOnly(
            SPRING,
            MICROMETER,
            OPENTELEMETRY,
            JDK_HTTP,
            HTTP,
            REACTOR,
            GRPC,
            SERVLET,
            JDBC,
            BATCH,
            IDEMPOTENCY,
            TESTING,
            CORE)
        .check(MAIN_CODE);
  }

  @Test
  void nothing_uses_spring() {
    Arrows.usedOnlyBy(SPRING).check(MAIN_CODE);
  }

  @Test
  void testbeds_use_core() {
    Arrows.usesOnly(TESTBEDS, CORE).check(MAIN_CODE);
  }

  @Test
  void cli_uses_the_modules_behind_its_commands() {
    Arrows.usesOnly(
            CLI,
            CORE,
            BATCH,
            SIMULATOR,
            SIMULATOR_REPORT,
            LAB,
            DYNAMODB,
            AWS,
            AWS_RETRIES,
            OPENSEARCH,
            TESTBEDS)
        .check(MAIN_CODE);
  }

  @Test
  void testbeds_are_used_only_by_cli() {
    Arrows.usedOnlyBy(TESTBEDS, CLI).check(MAIN_CODE);
  }

  @Test
  void nothing_uses_cli() {
    Arrows.usedOnlyBy(CLI).check(MAIN_CODE);
  }

  @Test
  void nothing_uses_examples() {
    Arrows.usedOnlyBy(EXAMPLES).check(MAIN_CODE);
  }

  @Test
  void nothing_uses_verification() {
    Arrows.usedOnlyBy(VERIFICATION).check(MAIN_CODE);
  }

  @Test
  void core_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(CORE, Modules.exportsOf("dev.reprise")).check(MAIN_CODE);
  }

  @Test
  void batch_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(BATCH, Modules.exportsOf("dev.reprise.batch")).check(MAIN_CODE);
  }

  @Test
  void simulator_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(SIMULATOR, Modules.exportsOf("dev.reprise.simulator")).check(MAIN_CODE);
  }

  @Test
  void simulator_report_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(SIMULATOR_REPORT, Modules.exportsOf("dev.reprise.simulator.report"))
        .check(MAIN_CODE);
  }

  @Test
  void idempotency_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(IDEMPOTENCY, Modules.exportsOf("dev.reprise.idempotency"))
        .check(MAIN_CODE);
  }

  @Test
  void dynamodb_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(DYNAMODB, Modules.exportsOf("dev.reprise.dynamodb")).check(MAIN_CODE);
  }

  @Test
  void aws_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(AWS, Modules.exportsOf("dev.reprise.aws.batch")).check(MAIN_CODE);
  }

  @Test
  void aws_retries_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(AWS_RETRIES, Modules.exportsOf("dev.reprise.aws")).check(MAIN_CODE);
  }

  @Test
  void http_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(HTTP, Modules.exportsOf("dev.reprise.http")).check(MAIN_CODE);
  }

  @Test
  void jdk_http_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(JDK_HTTP, Modules.exportsOf("dev.reprise.jdkhttp")).check(MAIN_CODE);
  }

  @Test
  void opensearch_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(OPENSEARCH, Modules.exportsOf("dev.reprise.opensearch")).check(MAIN_CODE);
  }

  @Test
  void grpc_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(GRPC, Modules.exportsOf("dev.reprise.grpc")).check(MAIN_CODE);
  }

  @Test
  void okhttp_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(OKHTTP, Modules.exportsOf("dev.reprise.okhttp")).check(MAIN_CODE);
  }

  @Test
  void apache_http_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(APACHE_HTTP, Modules.exportsOf("dev.reprise.apachehttp")).check(MAIN_CODE);
  }

  @Test
  void servlet_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(SERVLET, Modules.exportsOf("dev.reprise.servlet")).check(MAIN_CODE);
  }

  @Test
  void jdbc_is_used_through_its_exported_packages() {
    Arrows.isUsedThrough(JDBC, Modules.exportsOf("dev.reprise.jdbc")).check(MAIN_CODE);
  }
}
