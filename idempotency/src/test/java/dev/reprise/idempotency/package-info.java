@NullMarked
package dev.reprise.idempotency;

import org.jspecify.annotations.NullMarked;
