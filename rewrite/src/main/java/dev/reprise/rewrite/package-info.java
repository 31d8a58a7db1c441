/**
 * OpenRewrite recipes that move a project to Reprise: from Failsafe, Resilience4j Retry and
 * spring-retry. Recipes are immutable; OpenRewrite calls them on one thread. No method accepts or
 * returns null.
 */
@NullMarked
package dev.reprise.rewrite;

import org.jspecify.annotations.NullMarked;
