// The repository that the site is built from, and what the site shows of it.
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** The pages outside of docs that the site has, with their addresses. */
const PROJECT = {
  'CHANGELOG.md': 'project/changes.md',
  'CODE_OF_CONDUCT.md': 'project/conduct.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'SECURITY.md': 'project/security.md'
};

const SKIPPED = new Set(['.vitepress', 'target', 'node_modules']);

export function read(name) {
  return fs.readFileSync(path.join(ROOT, name), 'utf8');
}

/** Returns the names of all files below a folder. */
export function filesBelow(folder) {
  const found = [];
  for (const entry of fs.readdirSync(path.join(ROOT, folder), {withFileTypes: true})) {
    const name = folder + '/' + entry.name;
    if (SKIPPED.has(entry.name)) {
      continue;
    }
    if (entry.isDirectory()) {
      found.push(...filesBelow(name));
    } else {
      found.push(name);
    }
  }
  return found.sort();
}

export function pages() {
  return [...filesBelow('docs').filter(name => name.endsWith('.md')), ...Object.keys(PROJECT)];
}

/** Returns the place of a file of the repository on the site: a page ends with .md, any other file is copied as it is. */
export function placeOf(name) {
  if (name in PROJECT) {
    return PROJECT[name];
  }
  if (name.startsWith('docs/') && !isFolder(name)) {
    return name.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md');
  }
  return 'source/' + (isFolder(name) ? name + '/index.md' : sourceFile(name));
}

/** Returns the file of a source's page; VitePress removes the ending .md from links, so that of a source becomes -md. */
export function sourceFile(name) {
  return name.replace(/\.md$/, '-md') + '.md';
}

/** Returns the address of a place, from the root of the site. */
export function addressOf(place) {
  return '/' + place.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html');
}

export function isFolder(name) {
  return fs.statSync(path.join(ROOT, name)).isDirectory();
}

export function exists(name) {
  return fs.existsSync(path.join(ROOT, name));
}

/**
 * Finds the target of a link in a page.
 *
 * @param from the name of the page
 * @param href the link as written
 * @returns null for a link to another site or into the same page; else the name of the file, and the anchor
 */
export function targetOf(from, href) {
  if (/^[a-z][a-z0-9+.-]*:|^#/i.test(href)) {
    return null;
  }
  const [file, anchor] = href.split('#', 2);
  const name = path.posix.normalize(path.posix.join(path.posix.dirname(from), decodeURI(file))).replace(/\/$/, '');
  if (!exists(name)) {
    throw new Error(from + ' links to ' + href + ', but there is no ' + name);
  }
  return {name, anchor: anchor ? '#' + anchor : ''};
}
