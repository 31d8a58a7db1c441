/** Services without retries. */
@NullMarked
package dev.reprise.verification.spring.start.plain;

import org.jspecify.annotations.NullMarked;
