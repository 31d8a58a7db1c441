/** Applications that Spring has processed ahead of time. */
@NullMarked
package dev.reprise.verification.spring.aot;

import org.jspecify.annotations.NullMarked;
