/** A program that runs with the Java agent of OpenTelemetry, and its test. */
@NullMarked
package dev.reprise.opentelemetry.agent;

import org.jspecify.annotations.NullMarked;
