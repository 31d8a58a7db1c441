/** An application that runs with the Java agent of OpenTelemetry. */
@NullMarked
package dev.reprise.verification.spring.agent;

import org.jspecify.annotations.NullMarked;
