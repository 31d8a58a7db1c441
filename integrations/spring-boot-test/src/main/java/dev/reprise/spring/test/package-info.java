/**
 * Tests of applications without waits: retries in virtual time.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.spring.test;

import org.jspecify.annotations.NullMarked;
