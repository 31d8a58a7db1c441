/**
 * Retries in Spring Boot applications: what an application may define itself. Everything else is
 * configured by properties below {@code reprise}.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.spring;

import org.jspecify.annotations.NullMarked;
