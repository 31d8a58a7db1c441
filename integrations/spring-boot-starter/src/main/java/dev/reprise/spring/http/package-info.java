/**
 * Retries of Spring's HTTP clients: {@code RestClient}, {@code RestTemplate}, {@code WebClient} and
 * HTTP interfaces.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.spring.http;

import org.jspecify.annotations.NullMarked;
