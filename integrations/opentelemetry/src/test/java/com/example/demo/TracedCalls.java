package com.example.demo;

import dev.reprise.Retry;
import dev.reprise.opentelemetry.RetryTelemetry;
import dev.reprise.policy.RetryPolicy;
import io.opentelemetry.exporter.logging.LoggingSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;

public class TracedCalls {

  private static int attempts;

  public static void main(String[] arguments) throws IOException {
    SdkTracerProvider tracers =
        SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(LoggingSpanExporter.create()))
            .build();
    OpenTelemetrySdk openTelemetry = OpenTelemetrySdk.builder().setTracerProvider(tracers).build();

    RetryTelemetry telemetry = RetryTelemetry.of(openTelemetry);
    Retry orders = telemetry.observe(Retry.of(RetryPolicy.defaults()).named("orders"));

    System.out.println(orders.call(TracedCalls::find));
  }

  private static String find() throws IOException {
    if (++attempts % 3 != 0) {
      throw new IOException("Connection reset"); // instead of a remote call
    }
    return "order 7";
  }
}
