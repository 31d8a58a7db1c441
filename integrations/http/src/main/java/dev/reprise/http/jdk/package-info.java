/** The JDK's own HTTP client, with retries. */
@NullMarked
package dev.reprise.http.jdk;

import org.jspecify.annotations.NullMarked;
