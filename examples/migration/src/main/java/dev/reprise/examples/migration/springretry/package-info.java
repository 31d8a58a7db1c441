/** From spring-retry and the core of Spring 7 to Reprise. */
@NullMarked
package dev.reprise.examples.migration.springretry;

import org.jspecify.annotations.NullMarked;
