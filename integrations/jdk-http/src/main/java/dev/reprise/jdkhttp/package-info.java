/** Retries for the HTTP client of the JDK, {@link java.net.http.HttpClient}. */
@NullMarked
package dev.reprise.jdkhttp;

import org.jspecify.annotations.NullMarked;
