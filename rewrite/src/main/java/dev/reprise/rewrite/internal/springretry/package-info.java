/** The rules for spring-retry 2: annotations and templates. */
@NullMarked
package dev.reprise.rewrite.internal.springretry;

import org.jspecify.annotations.NullMarked;
