/**
 * Bulk requests to OpenSearch and Elasticsearch, in which some items may fail: {@link
 * dev.reprise.opensearch.OpenSearchBulk}. No method accepts or returns null unless its
 * documentation says so.
 */
@NullMarked
package dev.reprise.opensearch;

import org.jspecify.annotations.NullMarked;
