/** The command line. */
module dev.reprise.cli {
  requires com.fasterxml.jackson.core;
  requires com.github.weisj.jsvg;
  requires dev.reprise;
  requires dev.reprise.aws;
  requires dev.reprise.aws.batch;
  requires dev.reprise.batch;
  requires dev.reprise.dynamodb;
  requires dev.reprise.lab;
  requires dev.reprise.opensearch;
  requires dev.reprise.simulator;
  requires dev.reprise.simulator.report;
  requires dev.reprise.testbed.dynamodb;
  requires info.picocli;
  requires java.desktop;
  requires java.logging;
  requires jdk.httpserver;
  requires jdk.unsupported;
  requires software.amazon.awssdk.auth;
  requires software.amazon.awssdk.awscore;
  requires software.amazon.awssdk.core;
  requires software.amazon.awssdk.http;
  requires software.amazon.awssdk.http.apache5;
  requires software.amazon.awssdk.profiles;
  requires software.amazon.awssdk.regions;
  requires software.amazon.awssdk.services.dynamodb;
  requires software.amazon.awssdk.services.sqs;
  requires static org.jspecify;

  opens dev.reprise.cli to
      info.picocli;
  opens dev.reprise.cli.argument to
      info.picocli;
  opens dev.reprise.cli.aws to
      info.picocli;
  opens dev.reprise.cli.demo to
      info.picocli;
  opens dev.reprise.cli.dynamodb to
      info.picocli;
  opens dev.reprise.cli.explain to
      info.picocli;
  opens dev.reprise.cli.lab to
      info.picocli;
  opens dev.reprise.cli.load to
      info.picocli;
  opens dev.reprise.cli.opensearch to
      info.picocli;
  opens dev.reprise.cli.run to
      info.picocli;
  opens dev.reprise.cli.simulate to
      info.picocli;
  opens dev.reprise.cli.sqs to
      info.picocli;
}
