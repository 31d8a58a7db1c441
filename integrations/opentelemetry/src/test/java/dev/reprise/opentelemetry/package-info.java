@NullMarked
package dev.reprise.opentelemetry;

import org.jspecify.annotations.NullMarked;
